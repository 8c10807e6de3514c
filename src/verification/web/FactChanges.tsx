import type { FactChange } from '#/verification/rules.ts'
import { factText } from '#/verification/text.ts'
import css from './FactChanges.module.css'

type Props = {
  changes: readonly FactChange[]
  caption: string
  /** Column headings of the old and the new facts. */
  verified: string
  proposed: string
}

/** Compares verified facts with the proposed ones. */
export function FactChanges({ changes, caption, verified, proposed }: Props) {
  if (changes.length === 0) return null
  return (
    <table className={css.changes}>
      <caption className={css.caption}>{caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{verified}</th>
          <th scope="col">{proposed}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.fact}>
            <th scope="row">{factText[change.fact] ?? change.fact}</th>
            <td>{change.verified ?? 'None'}</td>
            <td>{change.proposed ?? 'None'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
