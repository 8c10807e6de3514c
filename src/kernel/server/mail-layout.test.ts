import { expect, test } from 'vitest'
import { htmlOfMail } from './mail-layout.ts'

const publisher = { product: 'Pawfolk', site: 'https://pets.example.org' }
const write = (
  text: string,
  rest: { link?: string; action?: string; note?: string; stopUrl?: string } = {},
) => htmlOfMail({ subject: 'Hello', text, ...rest }, publisher)

test('text that people wrote is escaped in the HTML and its subject', () => {
  const html = htmlOfMail(
    { subject: '<b>Hi</b>', text: '<img src=x onerror=alert(1)> "quoted" & more' },
    publisher,
  )
  expect(html).toContain('<h1>&lt;b&gt;Hi&lt;/b&gt;</h1>')
  expect(html).toContain('<p>&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot; &amp; more</p>')
})

test('the mail’s own link is a button with its address below, and no other address is a link', () => {
  const link = 'https://pets.example.org/verify-email?sign-up=a&b=c'
  const typed = ['https://pets.example.org/my-data/archive.zip', 'https://evil.example.com/']
  const html = write(['Open this:', link, ...typed].join('\n\n'), { link, action: 'Confirm this address' })
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, label]) => [
    href,
    label,
  ])
  expect(links).toEqual([
    ['https://pets.example.org/verify-email?sign-up=a&amp;b=c', 'Confirm this address'],
    ['https://pets.example.org', 'Pawfolk'],
  ])
  expect(html).toContain('<p class="address">https://pets.example.org/verify-email?sign-up=a&amp;b=c</p>')
  for (const one of typed) expect(html).toContain(`<p>${one}</p>`)
})

test('lines stay lines, quotes are set apart, and the small print comes last', () => {
  const html = write('One\ntwo\n\n> You wrote\n> this\n\nChoose your emails.\n\nBye', {
    note: 'Choose your emails.',
    stopUrl: 'https://pets.example.org/emails/a',
  })
  expect(html).toContain('<p>One<br>two</p>')
  expect(html).toContain('<blockquote>You wrote<br>this</blockquote>')
  expect(html.indexOf('Choose your emails.')).toBeGreaterThan(html.indexOf('<p>Bye</p>'))
  expect(html).toContain('<a href="https://pets.example.org/emails/a">Stop emails of this kind</a>')
})

test('opening a mail fetches nothing', () => {
  const html = write('Hello', { stopUrl: 'https://pets.example.org/emails/a' })
  expect(html).not.toMatch(/src=|url\(|@import|<link/)
})
