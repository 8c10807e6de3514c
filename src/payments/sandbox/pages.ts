import { formatMoney } from '#/kernel/money.ts'
import { escapeHtml } from '#/kernel/server/html.ts'
import type { Outcome, Payment, Setup, Token } from './store.ts'

/** The path under which the app serves the sandbox's pages. */
export const pagesAt = '/sandbox-gateway'

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { background: light-dark(#f4f1fa, #17141f); color: light-dark(#1d1a26, #ece9f5); margin: 0; padding: 1rem; }
  main { background: light-dark(#fff, #221e2d); border-radius: 16px; box-shadow: 0 2px 16px #0002; margin: 1rem auto;
    max-width: 26rem; padding: 1.5rem; }
  .note { background: light-dark(#ece4ff, #3a2f5c); border-radius: 8px; font-size: .9rem; margin: 0 0 1rem; padding: .5rem .75rem; }
  h1 { font-size: 1.25rem; margin: 0; } .amount { font-size: 2rem; font-weight: 700; margin: .25rem 0 1rem; }
  fieldset { border: 1px solid light-dark(#d8d2e6, #4a4360); border-radius: 12px; margin: 0 0 1rem; padding: .5rem 1rem 1rem; }
  legend { font-weight: 600; padding: 0 .25rem; }
  label { display: flex; gap: .6rem; min-height: 44px; align-items: center; }
  label.field { display: grid; gap: .25rem; }
  input:not([type=radio]) { border: 1px solid light-dark(#b9b1cc, #5d5577); border-radius: 8px; font: inherit; padding: .6rem; background: transparent; color: inherit; width: 100%; box-sizing: border-box; }
  button, a.button { border: 0; border-radius: 10px; cursor: pointer; display: block; font: inherit; font-weight: 600; padding: .8rem; text-align: center;
    text-decoration: none; width: 100%; box-sizing: border-box; margin-top: .75rem; }
  button { background: #5b3fbf; color: #fff; } a.button { background: transparent; border: 1px solid currentColor; color: inherit; }
  :focus-visible { outline: 3px solid #a58bff; outline-offset: 2px; }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><p class="note">Payment sandbox: for testing only. No real money moves.</p>${body}</main></body></html>`

const words: Readonly<Record<Outcome, string>> = {
  succeed: 'The bank says yes',
  fail: 'The bank says no',
  late: 'The bank takes 20 seconds, then says yes',
  late_fail: 'The bank takes 20 seconds, then says no',
  dispute: 'Paid, and disputed by the payer later',
  refund_fails: 'Paid, but the first refund fails',
}

function choices(of: readonly Outcome[], question: string): string {
  const rows = of.map(
    (outcome, index) =>
      `<label><input type="radio" name="outcome" value="${outcome}"${index === 0 ? ' checked' : ''}>${words[outcome]}</label>`,
  )
  return `<fieldset><legend>${question}</legend>${rows.join('')}</fieldset>`
}

const cardFields = `
  <label class="field">Card number<input name="number" inputmode="numeric" autocomplete="off" value="4111 1111 1111 1111" pattern="[0-9 ]{12,23}" required></label>`

const upiField = (value: string) =>
  `<label class="field">UPI ID<input name="upi" autocomplete="off" value="${escapeHtml(value)}" pattern="[a-zA-Z0-9._\\-]{2,256}@[a-zA-Z]{2,64}" required></label>`

const savedField = ({ id, method: { brand, lastFour, upiId } }: Token) =>
  `<p>Saved: <strong>${escapeHtml(upiId ?? `${brand} •••• ${lastFour}`)}</strong></p><input type="hidden" name="saved" value="${escapeHtml(id)}">`

export function checkoutPage(payment: Payment, by: 'card' | 'upi', saved: Token | undefined): string {
  const money = formatMoney(payment)
  const other = by === 'card' ? 'upi' : 'card'
  return page(
    `Pay ${money}`,
    `<h1>${escapeHtml(payment.description)}</h1><p class="amount">${money}</p>
${payment.state === 'failed' ? '<p role="alert"><strong>The bank declined the payment.</strong> You can try again.</p>' : ''}
<form method="post"><input type="hidden" name="by" value="${by}">
<fieldset><legend>${by === 'card' ? 'Card' : 'UPI'}</legend>${saved ? savedField(saved) : by === 'card' ? cardFields : upiField('asha@okbank')}
<a href="?by=${other}">${by === 'card' ? 'Pay by UPI instead' : 'Pay by card instead'}</a></fieldset>
${choices(['succeed', 'fail', 'late', 'late_fail', 'dispute', 'refund_fails'], 'What should happen?')}
<button>Pay ${money}</button></form>
<a class="button" href="${escapeHtml(payment.returnUrl ?? '/')}">Go back without paying</a>`,
  )
}

export function setupPage(setup: Setup): string {
  const what = setup.type === 'card' ? 'card' : 'UPI ID'
  return page(
    `Save a ${what}`,
    `<h1>Save a ${what} for future payments</h1>
<form method="post"><input type="hidden" name="by" value="${setup.type}">
<fieldset><legend>${setup.type === 'card' ? 'Card' : 'UPI'}</legend>${
      setup.type === 'card' ? cardFields : upiField(setup.upiId ?? '')
    }</fieldset>
${choices(['succeed', 'late', 'late_fail', 'dispute', 'refund_fails'], 'What should happen when it’s charged?')}
<button>Save this ${what}</button></form>
<form method="post"><input type="hidden" name="by" value="${setup.type}"><input type="hidden" name="decline" value="yes">
<button>Save it, but decline every charge</button></form>
<a class="button" href="${escapeHtml(setup.returnUrl)}">Go back without saving</a>`,
  )
}

export function overPage(sentence: string, returnUrl: string | null): string {
  return page(
    'Nothing to do here',
    `<h1>${escapeHtml(sentence)}</h1>${returnUrl ? `<a class="button" href="${escapeHtml(returnUrl)}">Go back</a>` : ''}`,
  )
}
