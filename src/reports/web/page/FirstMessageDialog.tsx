import { Button, Modal, Textarea } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { hasLink } from '#/kernel/contact.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { isRisky } from '#/messaging/contact.ts'
import { reportTrade } from '#/messaging/rules.ts'
import { messagingText, reportWarning } from '#/messaging/text.ts'
import { ContactWarning } from '#/messaging/web/index.ts'
import { reportLimits } from '#/reports/rules.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './SightingDialog.module.css'

type Props = {
  reportId: string
  reporter: string
  opened: boolean
  onClose(): void
  onSent(contactId: string): void
}

/** Writes a first message to the reporter; the thread opens once it's sent. */
export default function FirstMessageDialog({ reportId, reporter, onClose, onSent, ...props }: Props) {
  const { user } = useSession()
  const { value, change, forget } = useKept(`message of ${user?.id} on ${reportId}`, '')
  const [problem, setProblem] = useState('')
  const [isWarned, setWarned] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const send = useWrite(reports.call.message, {
    onSuccess: async ({ contactId }) => {
      forget()
      onClose()
      onSent(contactId)
      await reloadReports()
    },
    onError: (error) => refuse(errorText(error, reportsText, notSavedText)),
  })
  function refuse(sentence: string) {
    setProblem(sentence)
    setWarned(false)
    field.current?.focus()
  }
  function submit(isSure: boolean) {
    if (send.isPending) return
    const text = value.trim()
    if (!text) return refuse('Please write something.')
    if (hasLink(text)) return refuse(messagingText['messaging.no_links_yet'])
    if (!isSure && isRisky({ trade: reportTrade, phase: 'agreed' }, text)) return setWarned(true)
    send.mutate({ id: reportId, text })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Message ${reporter}`}
      size="32rem"
      closeOnClickOutside={false}
    >
      <form
        className={css.form}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <Textarea
          ref={field}
          label="Your message"
          description={`Only you and ${reporter} can read it. ${reportWarning}`}
          data-autofocus
          rows={4}
          maxLength={reportLimits.message}
          value={value}
          error={problem}
          onChange={(event) => {
            setProblem('')
            setWarned(false)
            change(event.currentTarget.value)
          }}
        />
        {isWarned ? (
          <ContactWarning
            text={reportWarning}
            onSend={() => submit(true)}
            onChange={() => {
              setWarned(false)
              field.current?.focus()
            }}
          />
        ) : (
          <div className={form.actions}>
            <Button type="submit" aria-disabled={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send'}
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </div>
        )}
      </form>
    </Modal>
  )
}
