import { Button, Modal, Textarea } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import form from '#/kernel/web/form/form.module.css'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { messageLimits, type ProfileReportKind, profileReportKinds } from '#/messaging/rules.ts'
import { messagingText, profileReportText } from '#/messaging/text.ts'
import { messaging } from './messaging.ts'
import css from './ReportProfileDialog.module.css'

type Props = { providerId: string; name: string; opened: boolean; onClose(): void }
type Draft = { kind: ProfileReportKind | ''; reason: string }

const empty: Draft = { kind: '', reason: '' }

const problemsOf = ({ kind, reason }: Draft) => ({
  ...problem('kind', !kind && 'Please choose one.'),
  ...problem('reason', !reason.trim() && 'Please tell us what happened.'),
})

const kindField = {
  kind: 'one' as const,
  name: 'kind',
  label: 'What’s wrong?',
  required: true,
  options: profileReportKinds.map((value) => ({ value, label: profileReportText[value] })),
}

export default function ReportProfileDialog({ providerId, name, onClose, ...props }: Props) {
  const { ref, draft, problems, failure, change, fail, check } = useDraft(empty, problemsOf)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const send = useWrite(messaging.call.reportProfile, {
    onSuccess: () => {
      change(empty)
      onClose()
      toast({ kind: 'success', message: 'Thank you. We’ll look into it.' })
    },
    onError: (error) => fail(errorText(error, messagingText)),
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given?.kind || send.isPending) return
    send.mutate({ providerId, kind: given.kind, reason: given.reason.trim() })
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
          field={kindField}
          value={draft.kind}
          problem={problems.kind}
          onChange={(kind) => change({ kind: kind as ProfileReportKind })}
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
