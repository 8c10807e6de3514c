import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import { DeskFact, DeskHead, DeskItem, DeskSection } from '#/admin/web/frame/DeskItem.tsx'
import { factValue, recordName, statusName, userAddress } from '#/admin/web/frame/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import type { Submission } from '#/verification/contract.ts'
import type { ProviderRecord } from '#/verification/rules.ts'
import { factText } from '#/verification/text.ts'
import { FactChanges } from '#/verification/web/index.ts'
import { DecisionActions } from './DecisionActions.tsx'

/** Shows everything to check in a provider's record, and the decision. */
export function SubmissionPage(input: { record: ProviderRecord; recordId: string }) {
  const query = useQuery(admin.query.submission.queryOptions({ input, refetchOnWindowFocus: 'always' }))
  useFreshLinks(query)
  return (
    <DeskItem query={query} what="record" back={{ to: '?view=providers', label: 'All waiting records' }}>
      {(submission) => <Shown submission={submission} />}
    </DeskItem>
  )
}

function Shown({ submission }: { submission: Submission }) {
  const { displayName, record, status, userId, facts, changes, missing, documents, history } = submission
  return (
    <>
      <DeskHead title={displayName} state={status}>
        <Chip kind={statusName(status).kind}>{statusName(status).name}</Chip>
      </DeskHead>
      <p className={css.soft}>
        {recordName(record)} · <Link to={userAddress(userId)}>The user’s account</Link>
      </p>
      <DecisionActions submission={submission} />
      <div className={css.sections}>
        <DeskSection title="To check">
          <FactChanges changes={changes} caption="What changed" verified="Verified" proposed="New" />
          <dl className={css.facts}>
            {Object.entries(facts).map(([name, value]) => (
              <DeskFact key={name} name={factText[name] ?? name}>
                {factValue(value)}
              </DeskFact>
            ))}
          </dl>
          {missing.length > 0 && (
            <p className={css.reason}>Missing: {missing.map((name) => factText[name] ?? name).join(', ')}</p>
          )}
        </DeskSection>
        <DeskSection title="Documents">
          {documents.length === 0 ? (
            <p className={css.soft}>None.</p>
          ) : (
            <ul className={css.list}>
              {documents.map(({ id, name, url, contentType, addedAt }) => (
                <li key={id}>
                  <span>
                    <a href={url} target="_blank" rel="noopener noreferrer" className={css.record}>
                      {name}
                    </a>
                    <br />
                    <span className={css.soft}>
                      {contentType === 'application/pdf' ? 'PDF' : 'Picture'}, added {momentText(addedAt)}{' '}
                      (opens in a new tab)
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </DeskSection>
      </div>
      <h2 className={css.history}>History</h2>
      <History history={history} />
    </>
  )
}

function History({ history }: { history: Submission['history'] }) {
  const { data } = useQuery(admin.query.admins.queryOptions())
  if (history.length === 0) return <p className={css.soft}>Nothing yet.</p>
  const nameOf = (id: string | null) =>
    id ? (data?.admins.find((one) => one.id === id)?.name ?? 'An admin') : 'The provider'
  return (
    <ul className={css.list}>
      {history.map(({ from, to, byAdmin, reason, changeRefused, at }) => (
        <li key={at.toISOString()}>
          <span>
            {changeRefused
              ? 'Change refused, verified as before'
              : `${statusName(from).name} → ${statusName(to).name}`}
            <br />
            <span className={css.soft}>
              {nameOf(byAdmin)}, {momentText(at)}
              {reason && `: “${reason}”`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
