import { escapeHtml } from './html.ts'

export type MailParts = {
  subject: string
  text: string
  /** The paragraph that becomes a button. */
  link?: string | undefined
  /** The button's label. */
  action?: string | undefined
  /** The paragraph of the text that is shown as small print. */
  note?: string | undefined
  /** The address where the receiver stops emails of this kind. */
  stopUrl?: string | undefined
}

/**
 * Writes a mail's text as HTML, for programs that show it. The mail's own link becomes a button; all other addresses stay
 * text, also those of this site, because people write names and messages. It has no pictures, so nothing is fetched when
 * it's opened.
 */
export function htmlOfMail(
  { subject, text, link, action, note, stopUrl }: MailParts,
  { product, site }: { product: string; site: string },
): string {
  const title = escapeHtml(subject.replaceAll(/\s+/g, ' '))
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '' && paragraph !== note)
  const body = paragraphs.map((paragraph) => {
    if (paragraph === link) return button(paragraph, action ?? `Open ${product}`)
    if (/^> /.test(paragraph)) return `<blockquote>${lines(paragraph.replaceAll(/^> ?/gm, ''))}</blockquote>`
    return `<p>${lines(paragraph)}</p>`
  })
  const small = [
    ...(note ? [escapeHtml(note)] : []),
    ...(stopUrl ? [`<a href="${escapeHtml(stopUrl)}">Stop emails of this kind</a>`] : []),
    `<a href="${escapeHtml(site)}">${escapeHtml(product)}</a>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"><tr><td class="inside">
<p class="name">${escapeHtml(product)}</p>
<h1>${title}</h1>
${body.join('\n')}
</td></tr></table>
<p class="small">${small.join('<br>')}</p>
</td></tr></table>
</body>
</html>
`
}

const lines = (paragraph: string) => escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')

/** With its address below it: some programs show no buttons, and careful people read where a link leads. */
const button = (url: string, label: string) =>
  `<p><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>
<p class="address">${escapeHtml(url)}</p>`

/** Our pages' colours. Programs without dark mode show the light ones. */
const style = `
body { margin: 0; padding: 0; background: #fbf8f3; color: #1e2925; }
.page { background: #fbf8f3; padding: 24px 12px; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; font-size: 16px; line-height: 1.5; }
.card { max-width: 560px; background: #ffffff; border: 1px solid #e2d9ca; border-radius: 12px; text-align: left; }
.inside { padding: 24px; overflow-wrap: anywhere; }
.name { margin: 0 0 16px; color: #0f6a58; font-weight: 700; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
blockquote { margin: 0 0 16px; padding-left: 12px; border-left: 3px solid #e2d9ca; color: #56605b; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0f6a58; color: #ffffff !important; font-weight: 600; text-decoration: none; }
.address { color: #56605b; font-size: 13px; }
.small { max-width: 560px; margin: 16px auto 0; color: #56605b; font-size: 13px; text-align: left; }
.small a { color: #0f6a58; }
@media (prefers-color-scheme: dark) {
body, .page { background: #141a18; color: #f5f0e7; }
.card { background: #1e2925; border-color: #313733; }
.name, .small a { color: #77c6b1; }
.button { background: #77c6b1; color: #0b2b24 !important; }
blockquote { border-color: #464b47; }
blockquote, .address, .small { color: #b5b0a5; }
}
`
