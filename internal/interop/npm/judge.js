// Asks the providers' SDKs for JavaScript what they make of schemas. It reads
// lines of JSON, {"judge": "openai", "schema": …}, and answers each with a line:
// {"schema": …} or {"error": "…"}.
//
// The last argument is a folder with the node_modules that package.json asks for.
'use strict';

const { createRequire } = require('node:module');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const load = createRequire(join(process.argv.at(-1), 'package.json'));

const { toStrictJsonSchema } = load('openai/lib/transform');
const { transformJSONSchema } = load('@anthropic-ai/sdk/lib/transform-json-schema');
const { generateText, jsonSchema, tool } = load('ai');
const { createGoogleGenerativeAI } = load('@ai-sdk/google');

// google makes the request that declares a function, and keeps it.
async function google(schema) {
	let body;
	const fetch = async (_, init) => {
		body = JSON.parse(init.body);
		return Response.json({ candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] });
	};
	await generateText({
		model: createGoogleGenerativeAI({ apiKey: 'none', fetch })('gemini-2.5-flash'),
		prompt: 'x',
		tools: { f: tool({ inputSchema: jsonSchema(schema) }) },
	});
	const { parameters, parametersJsonSchema } = body.tools[0].functionDeclarations[0];
	if (parametersJsonSchema !== undefined) {
		throw new Error('declared as parametersJsonSchema');
	}
	return parameters ?? null;
}

const judges = { openai: toStrictJsonSchema, anthropic: transformJSONSchema, google };

async function main() {
	for await (const line of createInterface({ input: process.stdin })) {
		const { judge, schema } = JSON.parse(line);
		let answer;
		try {
			answer = { schema: await judges[judge](schema) };
		} catch (e) {
			answer = { error: String(e?.message ?? e) };
		}
		process.stdout.write(JSON.stringify(answer) + '\n');
	}
}

main();
