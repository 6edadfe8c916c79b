
"use strict";
(() => {
	const root = document.documentElement;
	root.classList.add("on");

	// Storage may be missing or forbidden, as in a file or a private window.
	const stored = (value) => {
		try {
			if (value) localStorage.setItem("toolnexus-theme", value);
			return localStorage.getItem("toolnexus-theme");
		} catch {
			return null;
		}
	};
	const wide = matchMedia("(min-width: 56.01rem)");
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const known = stored();
	if (known === "dark" || known === "light") root.dataset.theme = known;

	const byID = (id) => document.getElementById(id);
	const make = (name, properties, ...children) => {
		const element = Object.assign(document.createElement(name), properties);
		element.append(...children);
		return element;
	};
	const say = (text) => {
		byID("-said").textContent = "";
		setTimeout(() => { byID("-said").textContent = text; }, 50);
	};

	function theme() {
		const button = byID("-theme");
		const isDark = () => (root.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
		const show = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
		button.addEventListener("click", () => {
			root.dataset.theme = isDark() ? "light" : "dark";
			stored(root.dataset.theme);
			show();
		});
		dark.addEventListener("change", show);
		show();
	}

	// The old way to copy works without the clipboard API, which a file may not have.
	function copyByHand(text) {
		const area = make("textarea", { value: text, className: "sr" });
		const before = document.activeElement;
		document.body.append(area);
		area.select();
		let done = false;
		try { done = document.execCommand("copy"); } catch { done = false; }
		area.remove();
		if (before) before.focus({ preventScroll: true });
		return done;
	}
	async function copy(text) {
		try {
			await navigator.clipboard.writeText(text);
			return true;
		} catch {
			return copyByHand(text);
		}
	}

	function copying() {
		document.addEventListener("click", async (event) => {
			const button = event.target.closest("button.copy");
			const anchor = event.target.closest("a.anchor");
			if (button) {
				const done = await copy(button.parentElement.querySelector("pre").textContent);
				say(done ? "copied" : "could not be copied");
				button.textContent = done ? "Copied" : "Not copied";
				setTimeout(() => { button.textContent = "Copy"; }, 1500);
			} else if (anchor && await copy(anchor.href)) {
				say("link copied");
			}
		});
	}

	// Fields found below a tool, and in all: more would help nobody to choose.
	const perTool = 6, inAll = 120;

	function search() {
		const input = byID("-search"), list = byID("-hits"), count = byID("-count"), details = byID("-list");
		let index;
		const read = () => [...document.querySelectorAll("main > article")].map((article, i) => ({
			article,
			item: list.children[i],
			name: article.id.toLowerCase(),
			text: [...article.querySelectorAll(":scope > header, :scope > p, :scope > .traits")].map((e) => e.textContent).join(" ").toLowerCase(),
			fields: [...article.querySelectorAll("dl > div")].map((row) => ({
				row,
				label: row.querySelector("dt a").textContent,
				text: row.textContent.toLowerCase(),
			})),
		}));
		const clear = (tool) => {
			tool.item.querySelector("ul")?.remove();
			for (const f of tool.fields) f.row.classList.remove("hit");
		};
		const find = (tool, words) => {
			const isHit = words.every((w) => tool.text.includes(w));
			const fields = tool.fields.filter((f) => words.every((w) => f.text.includes(w) || tool.name.includes(w)) && words.some((w) => f.text.includes(w)));
			return { isHit, fields };
		};
		const say = (tools, fields) => `${tools} ${tools === 1 ? "tool" : "tools"}, ${fields} ${fields === 1 ? "field" : "fields"}`;
		const run = () => {
			index ||= read();
			const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
			let tools = 0, fields = 0, shown = 0;
			for (const tool of index) {
				clear(tool);
				const hit = words.length ? find(tool, words) : { isHit: true, fields: [] };
				const visible = hit.isHit || hit.fields.length > 0;
				tool.article.hidden = tool.item.hidden = !visible;
				tools += visible;
				fields += hit.fields.length;
				for (const f of hit.fields) f.row.classList.add("hit");
				const some = hit.fields.slice(0, Math.min(perTool, inAll - shown));
				shown += some.length;
				if (some.length) {
					tool.item.append(make("ul", {}, ...some.map((f) =>
						make("li", {}, make("a", { href: "#" + encodeURIComponent(f.row.id) }, make("code", { textContent: f.label }))))));
				}
			}
			count.textContent = words.length ? say(tools, fields) : "";
			if (words.length) details.open = true;
		};
		const reset = () => {
			input.value = "";
			run();
		};
		const hits = () => [...list.querySelectorAll("a")].filter((a) => a.offsetParent !== null);
		const walk = (event, step) => {
			const all = hits(), at = all.indexOf(document.activeElement) + step;
			event.preventDefault();
			(at < 0 ? input : all[Math.min(at, all.length - 1)] || input).focus();
		};

		// While somebody types, the list is made once a frame; keys that use it find it
		// as it will be.
		let waiting = 0;
		const runWaiting = () => {
			if (!waiting) return;
			cancelAnimationFrame(waiting);
			waiting = 0;
			run();
		};
		input.addEventListener("input", () => { waiting ||= requestAnimationFrame(runWaiting); });
		input.addEventListener("keydown", (event) => {
			if (event.key !== "Tab" && event.key.length > 1) runWaiting();
			if (event.key === "Escape") { event.preventDefault(); reset(); }
			if (event.key === "ArrowDown") walk(event, 1);
			if (event.key === "Enter") { event.preventDefault(); hits()[0]?.click(); }
		});
		list.addEventListener("keydown", (event) => {
			if (event.key === "ArrowDown") walk(event, 1);
			if (event.key === "ArrowUp") walk(event, -1);
			if (event.key === "Escape") { reset(); input.focus(); }
		});
		document.addEventListener("keydown", (event) => {
			const typing = event.target.closest("input, textarea, select, [contenteditable]");
			if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
				event.preventDefault();
				input.focus();
				input.select();
			}
		});

		// What a link leads to must not be hidden by the search.
		const reveal = () => {
			const target = byID(decodeURIComponent(location.hash.slice(1)));
			if (!target) return;
			if (target.closest("[hidden]")) reset();
			for (let d = target.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
			target.scrollIntoView();
		};
		addEventListener("hashchange", reveal);
		if (location.hash) reveal();

		const fit = () => { details.open = wide.matches; };
		wide.addEventListener("change", fit);
		fit();
	}

	// The tool that is being read is marked in the list.
	function follow() {
		const links = new Map([...document.querySelectorAll("#-hits > li > a")].map((a) => [a.getAttribute("href").slice(1), a]));
		let current;
		const observer = new IntersectionObserver((entries) => {
			const entry = entries.find((e) => e.isIntersecting);
			const link = entry && links.get(entry.target.id);
			if (!link || link === current) return;
			current?.removeAttribute("aria-current");
			current = link;
			link.setAttribute("aria-current", "location");
			if (wide.matches && !document.activeElement.closest("nav")) {
				const box = byID("-list"), a = link.getBoundingClientRect(), b = box.getBoundingClientRect();
				if (a.top < b.top || a.bottom > b.bottom) box.scrollTop += a.top - b.top - b.height / 3;
			}
		}, { rootMargin: "-80px 0px -75% 0px" });
		for (const article of document.querySelectorAll("main > article")) observer.observe(article);
	}

	// On a narrow screen the renderings of a tool are tabs.
	function tabs(box) {
		const sections = [...box.children].filter((e) => e.tagName === "SECTION");
		if (sections.length < 2) return;
		const buttons = sections.map((section, i) => make("button", { type: "button", role: "tab", textContent: section.querySelector("h4").textContent }));
		const select = (n) => buttons.forEach((button, i) => {
			button.setAttribute("aria-selected", String(i === n));
			button.tabIndex = i === n ? 0 : -1;
			sections[i].hidden = i !== n;
		});
		const base = box.closest("article").id + "/tab-";
		buttons.forEach((button, i) => {
			button.id = base + i;
			button.setAttribute("aria-controls", base + "panel-" + i);
			button.addEventListener("click", () => select(i));
			Object.assign(sections[i], { id: base + "panel-" + i, role: "tabpanel" });
			sections[i].setAttribute("aria-labelledby", button.id);
		});
		const bar = make("div", { role: "tablist", ariaLabel: "Dialects" }, ...buttons);
		bar.addEventListener("keydown", (event) => {
			const last = buttons.length - 1, at = buttons.indexOf(document.activeElement);
			const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
			if (to === undefined) return;
			event.preventDefault();
			select(to);
			buttons[to].focus();
		});
		box.prepend(bar);
		select(0);
	}
	function untab(box) {
		box.querySelector("[role=tablist]")?.remove();
		for (const section of box.children) {
			section.hidden = false;
			for (const name of ["role", "id", "aria-labelledby"]) section.removeAttribute(name);
		}
	}
	function renderings() {
		const lay = (box) => {
			untab(box);
			if (!wide.matches) tabs(box);
		};
		document.addEventListener("toggle", (event) => {
			const box = event.target.open && event.target.querySelector(":scope > .renderings");
			if (box) lay(box);
		}, true);
		wide.addEventListener("change", () => document.querySelectorAll("details[open] > .renderings").forEach(lay));
	}

	function printing() {
		let closed = [];
		addEventListener("beforeprint", () => {
			closed = [...document.querySelectorAll("details:not([open])")];
			for (const d of closed) d.open = true;
		});
		addEventListener("afterprint", () => {
			for (const d of closed) d.open = false;
		});
	}

	document.addEventListener("DOMContentLoaded", () => {
		theme();
		copying();
		search();
		follow();
		renderings();
		printing();
	});
})();
