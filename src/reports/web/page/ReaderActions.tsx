import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useLoginLink } from '#/kernel/web/wanted-pages.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Report } from '#/reports/shapes.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { EyeIcon, FollowIcon, UnfollowIcon } from '#/reports/web/icons.tsx'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './Actions.module.css'
import { ComplainButton } from './ComplainButton.tsx'
import { MessageReporter } from './MessageReporter.tsx'
import { ReporterPhone } from './ReporterPhone.tsx'
import { ShareButtons } from './ShareButtons.tsx'

const sighting = onDemand<{ reportId: string; lastSeen: Date | null; opened: boolean; onClose(): void }>(
  () => import('./SightingDialog.tsx'),
)

/** Actions for people other than the reporter. */
export function ReaderActions({ report }: { report: Report }) {
  const { id, isFollowed, sharesPhone, state, status } = report
  const { user } = useSession()
  const login = useLoginLink()
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const SightingDialog = useOnDemand(sighting, wanted)
  const follow = useWrite(reports.call.follow, {
    onSuccess: () => reloadReports(),
    onError: (error) => toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) }),
  })
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return (
    <section className={css.card} aria-label="Can you help?">
      {state === 'reunited' && <p className={css.good}>This pet is home again. Thank you for looking!</p>}
      {state === 'stale' && <p className={css.note}>Nobody has confirmed this report for a long time.</p>}
      {state !== 'active' && user && <MessageReporter report={report} />}
      {state === 'active' && (
        <>
          <div className={css.buttons}>
            <Button
              color="marigold"
              leftSection={<EyeIcon />}
              onPointerEnter={sighting.prefetch}
              onFocus={sighting.prefetch}
              onClick={open}
            >
              I saw this pet
            </Button>
            {user ? (
              <>
                <MessageReporter report={report} />
                {sharesPhone && <ReporterPhone reportId={id} />}
                <Button
                  variant="default"
                  leftSection={isFollowed ? <UnfollowIcon /> : <FollowIcon />}
                  aria-pressed={isFollowed}
                  aria-disabled={follow.isPending}
                  onClick={() => follow.mutate({ id, isFollowed: !isFollowed })}
                >
                  {isFollowed ? 'Following' : 'Follow'}
                </Button>
              </>
            ) : (
              <Button component={Link} {...login} variant="default">
                Log in to help
              </Button>
            )}
            <ShareButtons report={report} />
            {user && <ComplainButton reportId={id} />}
          </div>
          <p className={css.note}>
            {status === 'lost'
              ? 'Please don’t chase the pet: tell where you saw it, and stay nearby if you can.'
              : 'Is it yours? Tell the finder something that only its owner knows. Nobody needs a code or a payment from you.'}
          </p>
        </>
      )}
      {SightingDialog && (
        <SightingDialog
          reportId={id}
          lastSeen={status === 'lost' ? report.seenAt : null}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </section>
  )
}
