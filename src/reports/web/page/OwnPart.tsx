import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { factsOf, without } from '#/kernel/record.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { privateFields } from '#/reports/fields.ts'
import type { Report } from '#/reports/shapes.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import { nameOf } from '#/reports/web/words.ts'
import css from './Actions.module.css'
import { ShareButtons } from './ShareButtons.tsx'

type Move = 'reunite' | 'withdraw' | 'renew' | 'revive' | 'remove'

const said: Readonly<Record<Move, string>> = {
  reunite: 'Wonderful! We’ve closed your report.',
  withdraw: 'Your report is withdrawn. Only you can see it.',
  renew: 'Thank you. Your report stays active.',
  revive: 'Your report is active again.',
  remove: 'Your report is deleted.',
}

/** Shows the parts and actions that only the reporter has. */
export function OwnPart({ report, own }: { report: Report; own: NonNullable<Report['own']> }) {
  const { id, state, status } = report
  const [asking, setAsking] = useState<Move | null>(null)
  const navigate = useNavigate()
  const move = useWrite(({ what }: { what: Move }, options) => reports.call[what]({ id }, options), {
    onSuccess: async (_done, { what }) => {
      setAsking(null)
      toast({ kind: 'success', message: said[what] })
      if (what === 'remove') void navigate('/pet-reports?tab=mine', { replace: true })
      await reloadReports()
    },
    onError: async (error) => {
      setAsking(null)
      toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) })
      await reloadReports()
    },
  })
  const ask = (what: Move) => ({
    opened: asking === what,
    reason: 'none' as const,
    keep: 'Go back',
    isBusy: move.isPending,
    onOpen: () => setAsking(what),
    onClose: () => setAsking(null),
    onConfirm: () => move.mutate({ what }),
  })
  const name = nameOf(report)
  return (
    <section className={css.card} aria-label="Your report">
      {state === 'reunited' && <p className={css.good}>{name} is home. We’re so happy for you!</p>}
      {state === 'withdrawn' && <p className={css.note}>You withdrew this report. Only you can see it.</p>}
      {state === 'stale' && (
        <div className={css.asked}>
          <p>Your report is no longer active, because you haven’t confirmed it for a long time.</p>
          <Button onClick={() => move.mutate({ what: 'revive' })} aria-disabled={move.isPending}>
            Make it active again
          </Button>
        </div>
      )}
      {own.isAsked && (
        <div className={css.asked} role="status">
          <p>
            {status === 'lost' ? `Is ${name} still missing?` : 'Are you still looking for the owner?'} Without
            an answer, the report ends on {dayText(own.staleAt)}.
          </p>
          <Button onClick={() => move.mutate({ what: 'renew' })} aria-disabled={move.isPending}>
            Yes, keep it active
          </Button>
        </div>
      )}
      <div className={css.buttons}>
        {state === 'active' && (
          <>
            <ConfirmButton
              {...ask('reunite')}
              label={status === 'lost' ? 'My pet is home' : 'It’s back with its owner'}
              variant="filled"
              title={status === 'lost' ? `Is ${name} home?` : 'Is it back with its owner?'}
              confirm="Yes, close the report"
              busy="Closing..."
              color="teal"
            >
              <p>We’ll close the report and tell its followers. You can’t reopen it.</p>
            </ConfirmButton>
            <Button component={Link} to="?edit=true" variant="default" preventScrollReset>
              Edit
            </Button>
            <ShareButtons report={report} />
            <ConfirmButton
              {...ask('withdraw')}
              label="Withdraw"
              title="Withdraw this report?"
              confirm="Withdraw"
              busy="Withdrawing..."
            >
              <p>Only you will see it then. You can’t make it active again.</p>
            </ConfirmButton>
          </>
        )}
        <ConfirmButton
          {...ask('remove')}
          label="Delete"
          title="Delete this report?"
          confirm="Delete"
          busy="Deleting..."
        >
          <p>We’ll delete its photos, comments and sightings too. You can’t undo this.</p>
        </ConfirmButton>
      </div>
      <PrivateParts own={own} isActive={state === 'active'} />
    </section>
  )
}

/** Nobody is shown the phone number of a closed report. */
const keptFields = without(privateFields, 'contactPhone')

function PrivateParts({ own, isActive }: { own: NonNullable<Report['own']>; isActive: boolean }) {
  const given = isActive ? factsOf(privateFields, own) : factsOf(keptFields, own)
  if (given.length === 0) return null
  return (
    <>
      <h2>Only for you</h2>
      <dl className={css.private}>
        {given.map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
