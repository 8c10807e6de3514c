import { MethodChoice } from '#/payments/web/index.ts'
import css from './SitterForm.module.css'
import type { RequestDraft } from './use-request.ts'

/** Explains how to pay once the request is accepted, and asks for acceptance of the terms. */
export function Terms({
  request: { draft, change, terms, answers, problemAt, lowestPrice },
}: {
  request: RequestDraft
}) {
  return (
    <section className={css.section} aria-labelledby="request-payment">
      <h2 id="request-payment">Payment and refunds</h2>
      <div data-field="method">
        <MethodChoice
          value={draft.methodId}
          amount={lowestPrice}
          onChange={(methodId, charging) => change({ methodId, charging })}
          what="a pet sitter"
        />
        {problemAt('method') && (
          <p role="alert" className={css.problem}>
            {problemAt('method')}
          </p>
        )}
      </div>
      {terms.length === 0 ? (
        <p className={css.quiet}>The terms are shown once you’ve chosen dates and times.</p>
      ) : (
        <ul className={css.terms}>
          {terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div data-field="agreement">
        <label className={css.agree}>
          <input
            type="checkbox"
            checked={answers.isAgreed}
            disabled={terms.length === 0}
            onChange={({ currentTarget: { checked } }) =>
              change({ agreedTo: checked ? terms.join('\n') : '' })
            }
          />
          I agree to these terms
        </label>
        {problemAt('agreement') && (
          <p role="alert" className={css.problem}>
            {problemAt('agreement')}
          </p>
        )}
      </div>
    </section>
  )
}
