/**
 * Drops the one rule of Starlight that makes a page slow: spacing in lists, which asks every element of the page
 * with `:has(~ script)` what follows it. With it, browsers restyle the whole page whenever an element is
 * inserted, and drawing a chart inserts hundreds. Nothing in a report depends on it. For the same reason the
 * report's own styles do without `:has()`.
 */

/** @param {CSSStyleSheet | CSSGroupingRule} owner */
function dropFrom(owner) {
  for (let i = owner.cssRules.length - 1; i >= 0; i -= 1) {
    const rule = owner.cssRules[i];
    if (rule instanceof CSSStyleRule) {
      if (rule.selectorText.includes(":has(~ script")) owner.deleteRule(i);
    } else if (rule instanceof CSSGroupingRule) {
      dropFrom(rule);
    }
  }
}

for (const sheet of document.styleSheets) {
  try {
    dropFrom(sheet);
  } catch {
    // A sheet from another origin cannot be read, and has no rule of Starlight.
  }
}
