import { Button, Modal, Textarea } from '@mantine/core'
import { memo, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import css from './ConfirmDialog.module.css'

type Props = {
  opened: boolean
  title: string
  children: ReactNode
  reason: 'none' | 'optional' | 'required'
  /** Says who will read the reason. */
  reasonHint?: string
  longestReason?: number
  confirm: string
  color?: string
  busy: string
  keep: string
  isBusy: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks before an irreversible action, and for a reason if one is needed. */
function ConfirmDialog(props: Props) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    // React passes the event on to a form around the button.
    event.stopPropagation()
    if (!props.opened || props.isBusy) return
    if (props.reason === 'required' && !reason.trim()) {
      setMissing(true)
      field.current?.focus()
      return
    }
    props.onConfirm(reason.trim())
  }

  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={props.title}
      withCloseButton={false}
      size="30rem"
      classNames={{ title: css.title }}
    >
      <form onSubmit={submit} className={css.form} noValidate>
        <div className={css.told}>{props.children}</div>
        {props.reason !== 'none' && (
          <Textarea
            ref={field}
            label={props.reason === 'required' ? 'Reason' : 'Reason (optional)'}
            description={props.reasonHint}
            withAsterisk={props.reason === 'required'}
            required={props.reason === 'required'}
            error={missing && !reason.trim() && 'Please give a reason.'}
            rows={3}
            data-autofocus={props.reason === 'required' || undefined}
            maxLength={props.longestReason ?? 500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <div className={css.actions}>
          <Button type="submit" color={props.color ?? 'coral'} aria-disabled={props.isBusy}>
            {props.isBusy ? props.busy : props.confirm}
          </Button>
          <Button
            variant="default"
            onClick={props.onClose}
            data-autofocus={props.reason !== 'required' || undefined}
          >
            {props.keep}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

// Keeps its words while it fades out, because its action may already have changed them.
export default memo(ConfirmDialog, (before, after) => !before.opened && !after.opened)
