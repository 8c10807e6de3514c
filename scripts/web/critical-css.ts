/**
 * Returns the part of a style sheet that a page's HTML can use: a rule stays unless each of its selectors names a class
 * that the page doesn't have, and a variable of Mantine's stays if something refers to it. Ours all stay, since drawings use
 * them from a file of their own, and so do states (hover, dark, an error).
 */
export function criticalCss(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)),
  )
  const kept = keepRules(css, (selector) => classesIn(selector).every((name) => classes.has(name)))
  return dropUnusedVariables(dropUnusedVariables(kept, html), html)
}

/** The classes that an element must have for this selector; alternatives and exclusions are left out. */
function classesIn(selector: string): string[] {
  let plain = selector.replace(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/:(?:not|has)\([^()]*\)|\([^()]*,[^()]*\)/g, '').replace(/\(([^(),]*)\)/g, ' $1')
  }
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name!.replaceAll('\\', ''))
}

function keepRules(css: string, isWanted: (selector: string) => boolean): string {
  let kept = ''
  for (const { prelude, body } of rulesOf(css)) {
    if (body === undefined) kept += `${prelude};`
    else if (/^@(?:layer|media|supports|container)\b/.test(prelude)) {
      const inner = keepRules(body, isWanted)
      if (inner) kept += `${prelude}{${inner}}`
    } else if (prelude.startsWith('@') || splitAtCommas(prelude).some(isWanted)) kept += `${prelude}{${body}}`
  }
  return kept
}

type Rule = { prelude: string; body?: string }

/** The outermost rules and statements of a sheet without comments, as the build writes it. */
function* rulesOf(css: string): Generator<Rule> {
  let depth = 0
  let start = 0
  let open = 0
  for (const { 0: mark, index } of css.matchAll(/"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[{};]/g)) {
    if (mark === '{' && depth++ === 0) open = index
    else if (mark === '}' && --depth === 0) {
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, index) }
      start = index + 1
    } else if (mark === ';' && depth === 0) {
      yield { prelude: css.slice(start, index).trim() }
      start = index + 1
    }
  }
}

function splitAtCommas(selectors: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of selectors) {
    if ('(['.includes(character)) depth++
    if (')]'.includes(character)) depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function dropUnusedVariables(css: string, html: string): string {
  const used = new Set([...`${css}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  return css.replace(
    /(?<=[{;])(--mantine-[\w-]+):(?:"[^"]*"|'[^']*'|[^;{}"'])*(?:;|(?=\}))/g,
    (whole, name) => (used.has(name) ? whole : ''),
  )
}
