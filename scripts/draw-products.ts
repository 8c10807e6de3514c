/** Draws the pictures of the demo's products into public/products: `npx node scripts/draw-products.ts`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { type DemoProduct, demoProducts } from '../db/seed/products.ts'

const grounds = ['#e3f3ed', '#fdebc8', '#fde0d6', '#e6eff8', '#f3e8f3', '#efe9de']
const inks = [
  ['#2a9d85', '#0f6a58'],
  ['#f2765a', '#b5391f'],
  ['#f9b233', '#dd8a12'],
  ['#5b8fc7', '#1f4e79'],
  ['#9a6aa0', '#6d2f6c'],
  ['#8fae5d', '#5c7a2e'],
] as const

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)

const paw = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}"><ellipse cx="0" cy="6" rx="9" ry="7.5"/><ellipse cx="-10" cy="-4" rx="3.6" ry="5"/><ellipse cx="-3.6" cy="-9" rx="3.6" ry="5.2"/><ellipse cx="3.6" cy="-9" rx="3.6" ry="5.2"/><ellipse cx="10" cy="-4" rx="3.6" ry="5"/></g>`
const fish = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}"><path d="M-16 0C-9 -10 6 -10 11 0C6 10 -9 10 -16 0Z"/><path d="M8 0L20 -8L17 0L20 8Z"/><circle cx="-9" cy="-1.5" r="1.4" fill="#fffdf8"/></g>`
const bone = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) rotate(-24) scale(${size})" fill="${fill}"><rect x="-14" y="-3.4" width="28" height="6.8"/><circle cx="-15" cy="-4" r="5"/><circle cx="-15" cy="4" r="5"/><circle cx="15" cy="-4" r="5"/><circle cx="15" cy="4" r="5"/></g>`
const leaf = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-14 8C-12 -10 4 -14 15 -11C15 2 6 14 -14 8Z" fill="${fill}"/><path d="M-16 11C-8 4 0 -2 8 -6" stroke="#fffdf8" stroke-width="2" fill="none"/></g>`
const cross = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}"><rect x="-4" y="-13" width="8" height="26" rx="2"/><rect x="-13" y="-4" width="26" height="8" rx="2"/></g>`

type Ink = readonly [string, string]
type Draw = (ink: Ink, mark: (x: number, y: number, size: number, fill: string) => string) => string

const paper = '#fffdf8'
const shade = '#e9dfcf'
const line = '#3d4f48'

const drawings = {
  bag: ([soft, deep], mark) =>
    `<path d="M78 62H178L186 206Q128 220 70 206Z" fill="${soft}"/><path d="M78 62H178L180 84H76Z" fill="${deep}"/><path d="M84 54H172L178 66H78Z" fill="${deep}"/><rect x="92" y="104" width="72" height="76" rx="14" fill="${paper}"/>${mark(128, 140, 1.7, soft)}<rect x="104" y="164" width="48" height="5" rx="2.5" fill="${shade}"/><path d="M70 206Q128 220 186 206L185 192Q128 206 71 192Z" fill="${deep}" opacity=".5"/>`,
  pouch: ([soft, deep], mark) =>
    `<path d="M84 70H172L180 190Q128 206 76 190Z" fill="${soft}"/><path d="M82 56H174L172 76H84Z" fill="${deep}"/><path d="M84 66H172" stroke="${paper}" stroke-width="2" stroke-dasharray="5 5"/><circle cx="128" cy="132" r="34" fill="${paper}"/>${mark(128, 132, 1.6, deep)}<path d="M76 190Q128 206 180 190L179 178Q128 194 77 178Z" fill="${deep}" opacity=".45"/>`,
  ball: ([soft, deep]) =>
    `<circle cx="128" cy="134" r="62" fill="${soft}"/><path d="M74 104C104 122 152 122 182 104M74 164C104 146 152 146 182 164" stroke="${deep}" stroke-width="8" fill="none"/><circle cx="108" cy="106" r="10" fill="${paper}" opacity=".5"/>`,
  rope: ([soft, deep]) =>
    `<g fill="none"><path d="M66 184C96 96 160 172 190 84" stroke="${soft}" stroke-width="26"/><path d="M76 168L96 158M92 142L112 136M116 132L132 140M140 140L158 132M156 120L174 116M174 104L190 104" stroke="${deep}" stroke-width="5"/></g><circle cx="70" cy="178" r="20" fill="${deep}"/><circle cx="188" cy="90" r="20" fill="${deep}"/><path d="M56 192L44 204M68 198L62 212M198 76L212 66M188 70L194 56" stroke="${soft}" stroke-width="7"/>`,
  bone: ([soft, deep]) =>
    `${bone(128, 136, 3.6, soft)}<path d="M92 150L160 120" stroke="${deep}" stroke-width="5" stroke-dasharray="2 16"/>`,
  mouse: ([soft, deep]) =>
    `<path d="M62 160C62 118 96 96 132 96C170 96 194 122 194 160Z" fill="${soft}"/><circle cx="98" cy="106" r="17" fill="${deep}"/><circle cx="98" cy="106" r="9" fill="${shade}"/><circle cx="80" cy="138" r="5" fill="${line}"/><circle cx="62" cy="158" r="6" fill="${deep}"/><path d="M192 156C220 158 214 190 190 186" stroke="${deep}" stroke-width="6" fill="none"/><path d="M120 128L136 144M136 128L120 144" stroke="${paper}" stroke-width="5"/>`,
  wand: ([soft, deep]) =>
    `<path d="M58 204L150 104" stroke="${line}" stroke-width="8"/><path d="M150 104C176 78 172 66 186 60" stroke="${line}" stroke-width="3" fill="none"/><path d="M186 60C216 66 214 106 188 120C176 100 174 76 186 60Z" fill="${soft}"/><path d="M186 60C204 90 186 128 164 132C156 108 166 76 186 60Z" fill="${deep}"/><path d="M186 62L180 116M186 62L172 120" stroke="${paper}" stroke-width="2"/>`,
  tunnel: ([soft, deep]) =>
    `<path d="M84 82H180C204 82 214 106 214 134C214 162 204 186 180 186H84Z" fill="${soft}"/><ellipse cx="84" cy="134" rx="34" ry="52" fill="${deep}"/><ellipse cx="84" cy="134" rx="24" ry="40" fill="${line}"/><path d="M122 83V185M150 83V185M178 83V185" stroke="${deep}" stroke-width="5"/><circle cx="164" cy="118" r="15" fill="${line}"/>${paw(84, 140, 1.1, soft)}`,
  swing: ([soft, deep]) =>
    `<path d="M128 40V66M128 66L80 168M128 66L176 168" stroke="${line}" stroke-width="4" fill="none"/><rect x="62" y="162" width="132" height="16" rx="8" fill="${deep}"/><circle cx="96" cy="134" r="9" fill="${soft}"/><circle cx="160" cy="134" r="9" fill="${soft}"/><circle cx="112" cy="100" r="7" fill="${soft}"/><circle cx="144" cy="100" r="7" fill="${soft}"/>`,
  puzzle: ([soft, deep]) =>
    `<rect x="62" y="74" width="132" height="124" rx="22" fill="${deep}"/>${[0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => `<circle cx="${90 + x * 38}" cy="${100 + y * 36}" r="14" fill="${(x + y) % 2 ? soft : paper}"/>`)).join('')}${bone(166, 172, 0.5, '#a9683a')}`,
  bed: ([soft, deep], mark) =>
    `<ellipse cx="128" cy="156" rx="90" ry="46" fill="${deep}"/><ellipse cx="128" cy="138" rx="90" ry="44" fill="${soft}"/><ellipse cx="128" cy="140" rx="62" ry="28" fill="${paper}"/>${mark(128, 140, 1.2, shade)}`,
  mat: ([soft, deep], mark) =>
    `<path d="M64 92H192L214 178H42Z" fill="${soft}"/><path d="M42 178H214V194Q128 202 42 194Z" fill="${deep}"/><path d="M92 92L78 178M128 92V178M164 92L178 178M54 134H203" stroke="${paper}" stroke-width="3" opacity=".7"/>${mark(128, 128, 1.1, deep)}`,
  cave: ([soft, deep]) =>
    `<path d="M48 194C44 110 84 66 128 66C172 66 212 110 208 194Z" fill="${soft}"/><path d="M84 194C84 142 104 120 128 120C152 120 172 142 172 194Z" fill="${line}"/><path d="M84 194C84 142 104 120 128 120C152 120 172 142 172 194" stroke="${deep}" stroke-width="8" fill="none"/><circle cx="116" cy="166" r="5" fill="#f9b233"/><circle cx="140" cy="166" r="5" fill="#f9b233"/>`,
  lead: ([soft, deep]) =>
    `<path d="M86 76C40 116 60 196 128 196C196 196 214 130 168 108C128 90 100 128 122 150" stroke="${soft}" stroke-width="13" fill="none"/><path d="M122 150C130 158 142 156 146 148" stroke="${deep}" stroke-width="13" fill="none"/><circle cx="92" cy="68" r="18" fill="none" stroke="${deep}" stroke-width="9"/><path d="M150 140L164 124" stroke="#dd8a12" stroke-width="9"/>`,
  collar: ([soft, deep]) =>
    `<ellipse cx="128" cy="126" rx="70" ry="52" fill="none" stroke="${soft}" stroke-width="22"/><path d="M62 146C76 182 180 182 194 146" stroke="${paper}" stroke-width="4" fill="none" stroke-dasharray="10 8"/><rect x="108" y="164" width="40" height="26" rx="6" fill="${deep}"/><circle cx="128" cy="206" r="15" fill="#f9b233"/>${paw(128, 207, 0.6, '#fffdf8')}`,
  harness: ([soft, deep]) =>
    `<path d="M84 72C64 120 70 168 104 196M172 72C192 120 186 168 152 196" stroke="${soft}" stroke-width="20" fill="none"/><path d="M78 116H178M88 168H168" stroke="${deep}" stroke-width="20"/><rect x="104" y="96" width="48" height="92" rx="18" fill="${soft}"/>${paw(128, 142, 1.1, '#fffdf8')}<path d="M112 96C112 78 144 78 144 96" stroke="${line}" stroke-width="7" fill="none"/>`,
  coat: ([soft, deep]) =>
    `<path d="M62 112C84 78 170 74 200 104L206 176C180 194 90 196 58 178Z" fill="${soft}"/><path d="M62 112C48 96 56 72 76 70C92 70 98 86 92 98Z" fill="${deep}"/><path d="M130 84V190" stroke="${paper}" stroke-width="4" stroke-dasharray="7 7"/><path d="M96 46L92 60M134 40L130 54M172 46L168 60" stroke="#5b8fc7" stroke-width="6"/>`,
  brush: ([soft, deep]) =>
    `<rect x="112" y="132" width="32" height="80" rx="16" fill="${deep}"/><rect x="76" y="62" width="104" height="78" rx="18" fill="${soft}"/>${[0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2].map((y) => `<circle cx="${92 + x * 18}" cy="${80 + y * 21}" r="3.6" fill="${line}"/>`)).join('')}<circle cx="128" cy="170" r="7" fill="${paper}"/>`,
  clipper: ([soft, deep]) =>
    `<path d="M104 66C122 84 140 110 150 138" stroke="${line}" stroke-width="14" fill="none"/><path d="M152 66C134 84 116 110 106 138" stroke="#8d9aa0" stroke-width="14" fill="none"/><circle cx="128" cy="106" r="8" fill="${paper}"/><path d="M148 132L164 206" stroke="${soft}" stroke-width="20"/><path d="M108 132L92 206" stroke="${deep}" stroke-width="20"/>`,
  bottle: ([soft, deep], mark) =>
    `<rect x="108" y="46" width="40" height="28" rx="6" fill="${deep}"/><path d="M100 74H156C172 84 176 100 176 116V198Q176 208 166 208H90Q80 208 80 198V116C80 100 84 84 100 74Z" fill="${soft}"/><rect x="80" y="120" width="96" height="64" fill="${paper}"/>${mark(128, 148, 1.5, deep)}<rect x="104" y="170" width="48" height="5" rx="2.5" fill="${shade}"/>`,
  spray: ([soft, deep], mark) =>
    `<path d="M104 44H150L156 58H176V70H140V84H112V58Z" fill="${deep}"/><path d="M106 84H148C162 96 168 110 168 126V198Q168 208 158 208H98Q88 208 88 198V126C88 110 94 96 106 84Z" fill="${soft}"/><rect x="88" y="126" width="80" height="58" fill="${paper}"/>${mark(128, 152, 1.4, deep)}<path d="M188 56L204 50M190 64H208M188 72L204 80" stroke="#5b8fc7" stroke-width="4"/>`,
  box: ([soft, deep], mark) =>
    `<path d="M58 92L140 74L200 92L118 112Z" fill="${deep}"/><path d="M58 92L118 112V204L58 178Z" fill="${deep}" opacity=".8"/><path d="M118 112L200 92V180L118 204Z" fill="${soft}"/><path d="M128 128L190 113V152L128 168Z" fill="${paper}"/>${mark(158, 141, 1, deep)}<path d="M128 182L172 171" stroke="${paper}" stroke-width="5"/>`,
  blister: ([soft, deep], mark) =>
    `<rect x="52" y="66" width="92" height="140" rx="12" fill="${soft}"/>${mark(98, 104, 1.4, paper)}<rect x="66" y="140" width="64" height="6" rx="3" fill="${paper}"/><rect x="66" y="154" width="44" height="6" rx="3" fill="${paper}" opacity=".7"/><g transform="rotate(9 164 150)"><rect x="124" y="88" width="84" height="118" rx="10" fill="#cfd7d6"/>${[0, 1].flatMap((x) => [0, 1, 2].map((y) => `<ellipse cx="${148 + x * 36}" cy="${112 + y * 34}" rx="13" ry="11" fill="${paper}" stroke="${deep}" stroke-width="3"/>`)).join('')}</g>`,
  pipette: ([soft, deep]) =>
    `<rect x="56" y="76" width="144" height="122" rx="14" fill="${paper}" stroke="${shade}" stroke-width="4"/>${[0, 1, 2].map((n) => `<g transform="translate(${92 + n * 36} 0)"><path d="M-5 92H5L7 118H-7Z" fill="${deep}"/><rect x="-12" y="116" width="24" height="52" rx="9" fill="${soft}"/><rect x="-12" y="160" width="24" height="22" rx="4" fill="${deep}"/></g>`).join('')}`,
  tube: ([soft, deep], mark) =>
    `<path d="M88 52H168L156 172H100Z" fill="${soft}"/><rect x="84" y="44" width="88" height="14" rx="4" fill="${deep}"/><rect x="104" y="172" width="48" height="34" rx="6" fill="${deep}"/><path d="M96 96H160L156 138H100Z" fill="${paper}"/>${mark(128, 117, 1.1, deep)}`,
  tray: ([soft, deep]) =>
    `<path d="M46 118H210L192 200H64Z" fill="${soft}"/><path d="M46 118H210L206 138H50Z" fill="${deep}"/><path d="M62 118C84 100 172 100 194 118Z" fill="${shade}"/>${paw(128, 168, 1.2, '#fffdf8')}<path d="M172 118L196 66" stroke="${line}" stroke-width="7"/>`,
} satisfies Record<string, Draw>

const bySlug: Readonly<Record<string, keyof typeof drawings>> = {
  'toy-rope': 'rope',
  'toy-puzzle': 'puzzle',
  'toy-bone': 'bone',
  'toy-mouse': 'mouse',
  'toy-wand': 'wand',
  'toy-tunnel': 'tunnel',
  'toy-swing': 'swing',
  'bed-cooling': 'mat',
  'bed-orthopaedic': 'mat',
  'bed-window': 'mat',
  'bed-cave': 'cave',
  'lead-cotton': 'lead',
  'lead-harness': 'harness',
  'lead-raincoat': 'coat',
  'groom-brush': 'brush',
  'groom-clipper': 'clipper',
  'groom-wipes': 'pouch',
  'litter-tray': 'tray',
  'gravy-chicken': 'pouch',
  'cat-tuna-jelly': 'pouch',
}
const byForm = {
  tablet: 'blister',
  chew: 'box',
  liquid: 'bottle',
  drops: 'bottle',
  ointment: 'tube',
  spray: 'spray',
  'spot-on': 'pipette',
  powder: 'pouch',
  shampoo: 'bottle',
} as const
const byCategory: Readonly<Record<string, keyof typeof drawings>> = {
  food: 'bag',
  treats: 'pouch',
  toys: 'ball',
  beds: 'bed',
  leads: 'collar',
  grooming: 'bottle',
  litter: 'bag',
}

function markOf({ slug, category, species, form }: DemoProduct) {
  if (form) return cross
  if (/veg|sweet|hay|seed|neem|tofu/.test(slug)) return leaf
  if (/fish|salmon|tuna/.test(slug)) return fish
  if (category === 'treats' && species[0] === 'dog') return bone
  return paw
}

function draw(product: DemoProduct): string {
  const { slug, name, brand, form, category } = product
  const seed = hash(slug)
  const ink = inks[hash(brand) % inks.length]!
  const kind = bySlug[slug] ?? (form ? byForm[form] : byCategory[category]!)
  // The second colour of a brand tells its products apart.
  const shown: Ink = seed % 3 === 0 ? inks[(hash(brand) + 1 + (seed % 4)) % inks.length]! : ink
  const ground = grounds[seed % grounds.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256" stroke-linecap="round" stroke-linejoin="round"><title>${name.replace('&', '&amp;')}</title><rect width="256" height="256" fill="${ground}"/><circle cx="128" cy="132" r="104" fill="#fffdf8" opacity=".55"/><ellipse cx="128" cy="212" rx="78" ry="9" fill="#3d4f48" opacity=".12"/>${drawings[kind](shown, markOf(product))}</svg>\n`
}

const folder = new URL('../public/products/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const product of demoProducts) await writeFile(new URL(`${product.slug}.svg`, folder), draw(product))
