import { Button, Modal, Textarea } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import form from '#/kernel/web/form/form.module.css'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import {
  type BookingReportKind,
  bookingReportKinds,
  messageLimits,
  type ProfileReportKind,
  profileReportKinds,
} from '#/messaging/rules.ts'
import { bookingReportText, messagingText, profileReportText } from '#/messaging/text.ts'
import { messaging } from './messaging.ts'
import css from './ReportPersonDialog.module.css'
import type { Reportable } from './reportable.ts'

type Props = { about: Reportable; name: string; opened: boolean; onClose(): void }
type Draft = { kind: string; reason: string }

const empty: Draft = { kind: '', reason: '' }

const problemsOf = ({ kind, reason }: Draft) => ({
  ...problem('kind', !kind && 'Please choose one.'),
  ...problem('reason', !reason.trim() && 'Please tell us what happened.'),
})

const kindField = { kind: 'one' as const, name: 'kind', label: 'What’s wrong?', required: true }
const profileKinds = profileReportKinds.map((value) => ({ value, label: profileReportText[value] }))
const bookingKinds = bookingReportKinds.map((value) => ({ value, label: bookingReportText[value] }))

type Sending = { about: Reportable; kind: string; reason: string }

// The kind is one of those that the form offers for it.
const sendReport = ({ about, kind, reason }: Sending, options: { context: { key: string } }) =>
  'bookingId' in about
    ? messaging.call.reportBooking({ ...about, kind: kind as BookingReportKind, reason }, options)
    : messaging.call.reportProfile({ ...about, kind: kind as ProfileReportKind, reason }, options)

export default function ReportPersonDialog({ about, name, onClose, ...props }: Props) {
  const { ref, draft, problems, failure, change, fail, check } = useDraft(empty, problemsOf)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const send = useWrite(sendReport, {
    onSuccess: () => {
      change(empty)
      onClose()
      toast({ kind: 'success', message: 'Thank you. We’ll look into it, and tell you the outcome.' })
    },
    onError: (error) => fail(errorText(error, messagingText)),
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given?.kind || send.isPending) return
    send.mutate({ about, kind: given.kind, reason: given.reason.trim() })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Report ${name}?`}
      withCloseButton={false}
      closeOnClickOutside={false}
      size="30rem"
      classNames={{ title: css.title }}
    >
      <form ref={ref} className={css.form} onSubmit={submit} noValidate>
        <ChoiceField
          field={{ ...kindField, options: 'bookingId' in about ? bookingKinds : profileKinds }}
          value={draft.kind}
          problem={problems.kind}
          onChange={(kind) => change({ kind: kind as string })}
        />
        <div data-field="reason">
          <Textarea
            label="What happened?"
            description={`Only we read this. We don’t tell ${name}.`}
            required
            rows={4}
            maxLength={messageLimits.profileReason}
            value={draft.reason}
            error={problems.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
        </div>
        <p role="alert" className={form.failure}>
          {failure}
        </p>
        <div className={form.actions}>
          <Button type="submit" color="coral" aria-disabled={send.isPending}>
            {send.isPending ? 'Reporting...' : 'Report'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Go back
          </Button>
        </div>
      </form>
    </Modal>
  )
}
