import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findContact, findInPlain, findRisk, hasLink } from './contact.ts'

test.each([
  ['Call me on 98450 12345', 'phone'],
  ['+91 98450-12345 is my number', 'phone'],
  ['+919845012345', 'phone'],
  ['0 98450 12345', 'phone'],
  ['(080) 4000-1234', 'phone'],
  ['9 8 4 5 0 1 2 3 4 5', 'phone'],
  ['98.45.01.23.45', 'phone'],
  ['९८४५० १२३४५', 'phone'],
  ['９８４５０１２３４５', 'phone'],
  ['call 9845012345.', 'phone'],
  ['On 2026-11-05 at 10:00 call 9845012345', 'phone'],
  ['asha.verma@example.org', 'email'],
  ['write to ASHA+pets@mail.example.co.in, please', 'email'],
  ['asha (at) gmail (dot) com', 'email'],
  ['asha at gmail dot com', 'email'],
  ['asha[at]gmail.com', 'email'],
  ['pay asha@okaxis', 'upi'],
  ['9845012345@ybl', 'upi'],
] as const)('%s: %s', (text, kind) => {
  expect(findContact(text)).toBe(kind)
})

test.each([
  '',
  'Bruno ate 3 biscuits at 10:30, and 2 more at 11.15',
  'On 2026-11-05 10:00-10:30, or 06/11/2026 11:00',
  'From 05.11.2026 to 06.11.2026',
  'His chip is 985112003456789',
  'It cost ₹1,250.00 and Rs 12,50,000.00',
  'ID 20261105 and 1234567',
  'We met at the park dot by dot',
  'Look at gmail, or look at it in the evening',
  'He weighs 12.5 kg, she 4.25 kg, and the other 30.125 kg',
  '@asha thanks',
  '🐶 10/10 good dog',
])('nothing in: %s', (text) => {
  expect(findContact(text)).toBeNull()
})

test.each([
  ['The code is 482913', 'code'],
  ['1234', 'code'],
  ['tell me 123 456 please', 'code'],
  ['४८२९१३', 'code'],
  ['pay asha@okaxis', 'upi'],
  ['call 98450 12345', 'phone'],
] as const)('about a lost pet, %s: %s', (text, kind) => {
  expect(findRisk(text)).toBe(kind)
})

test.each([
  'I saw him at 10:30 on 05.11.2026',
  'House 12, 3rd floor, 560 m away',
  'It cost ₹1,250.00, and Rs 12000 before',
  'Chip 985112003456789',
])('about a lost pet, no risk in: %s', (text) => {
  expect(findRisk(text)).toBeNull()
})

test.each([
  'http://a.b',
  'HTTPS://x',
  'www.pets.example',
  'bit.ly/3xYz',
  'see bruno-found.com',
  'ｗｗｗ.pets.example',
  't.me/joinx',
  'evil.tk/x',
  'hxxp://x',
  '1.2.3.4/x',
  'evil。com',
  'evil[.]com',
  'evil.xn--p1ai',
  'EVIL.COM',
  'Evil.Com',
  'evil.IN',
  'upi://pay?pa=x',
  'tg://resolve?domain=x',
  'evil.party/x',
  'evil.party:8080/x',
  'pay-here.vip',
  'evil.zip',
  'evil.भारत',
  'कंपनी.भारत',
  'evil.рф/pay',
  'evil.中国',
  'tel:+919999999999',
  'javascript:alert(1)',
])('a link: %s', (text) => {
  expect(hasLink(text)).toBe(true)
})

test.each([
  'Near the park.In the evening',
  'He ran.Then stopped',
  'asha@example.org',
  'At 9.30 on 12th Main.',
  'Version 1.2.3.4 of the collar',
  'Gate 4.Pet food is by the door',
  'Dr.Rao/Dr.Iyer',
  'Opp.Temple/Masjid',
  'opp.temple/masjid',
  'Nr.Lake/Park, Rd.No/4',
  '2nd Cross.Temple/Park side',
  'Pkt.no/batch 12',
  '500 g.Net weight',
  'It works.App is open',
  'It arrived.Info is inside',
  'He is ill.vet said',
  'Feed him.today',
  'Tel: see my profile',
  'Reason: it is torn. 1/2 kg is missing',
])('no link: %s', (text) => {
  expect(hasLink(text)).toBe(false)
})

const expanding = ['\u3389', '\ufdfa', '\u3300', '\ufb03', '\u33c2', '\u2167', '\u0958', '\u1d160']
const pieces = [
  ...expanding,
  'a',
  '1',
  '@',
  '.',
  ' ',
  '-',
  '+',
  '(at)',
  ' at ',
  ' dot ',
  '\u20b9',
  'rs ',
  '\u0315\u0300',
  '९',
]

/** Returns the fastest of 15 runs in milliseconds, the one least disturbed by other work. */
function costOf(find: () => unknown): number {
  const costs = Array.from({ length: 15 }, () => {
    const start = performance.now()
    find()
    return performance.now() - start
  })
  return Math.max(0.05, Math.min(...costs))
}

test.each(pieces.map((piece) => piece.normalize('NFKC')))(
  'M5: sixteen times as many of %j take far less than the 256 times as long of a search that looks back',
  (piece) => {
    const costOfLength = (length: number) => costOf(() => findInPlain(piece.repeat(length / piece.length)))
    expect(costOfLength(64_000) / costOfLength(4_000)).toBeLessThan(128)
  },
)

test('M5: a message of 2,000 characters that become several each is looked through in no time', () => {
  // One of them took 444 ms.
  for (const piece of expanding)
    expect(costOf(() => findContact(piece.repeat(2000 / piece.length)))).toBeLessThan(100)
})

test('a message of any characters costs about the same to check', () => {
  const message = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 2000 })), {
      minLength: 1,
      maxLength: 6,
    })
    .map((runs) =>
      runs
        .map(([piece, times]) => piece.repeat(times))
        .join('')
        .slice(0, 2000),
    )
  fc.assert(
    fc.property(message, (text) => costOf(() => findContact(text)) < 100),
    { numRuns: 200 },
  )
})

test('a contact after characters that become several each is still found', () => {
  expect(findContact(`${'\u3389'.repeat(500)} asha@example.org`)).toBe('email')
})
