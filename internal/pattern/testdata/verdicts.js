// Reads [{expr, texts}], writes for each a list of verdicts or an error message.
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
const verdicts = cases.map(({ expr, texts }) => {
  try {
    const re = new RegExp(expr, "u");
    return { verdicts: texts.map((text) => re.test(text)) };
  } catch (err) {
    return { error: String(err) };
  }
});
process.stdout.write(JSON.stringify(verdicts));
