import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { shopText } from '#/shop/text.ts'
import css from './Checkout.module.css'

type Props = {
  /** On the button that opens the form, and the one that sends it. */
  open: string
  send: string
  busy: string
  description?: string
  /** Before and after the button that opens the form. */
  before?: ReactNode
  aside?: ReactNode
  /** Fields before the note, and what is said after it. */
  children?: ReactNode
  after?: ReactNode
  writing: { isPending: boolean; isError: boolean; error: unknown }
  onSend: (note: string) => void
}

/** A button that opens a form in which a buyer says what happened. */
export function NoteForm({
  open,
  send,
  busy,
  description,
  before,
  aside,
  children,
  after,
  writing,
  onSend,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  if (!isOpen)
    return (
      <div className={css.actions}>
        {before}
        <Button variant="default" onClick={() => setOpen(true)}>
          {open}
        </Button>
        {aside}
      </div>
    )
  return (
    <form
      className={css.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(note.trim() ? undefined : 'Required')
        if (!note.trim()) return field.current?.focus()
        onSend(note)
      }}
    >
      {children}
      <Textarea
        ref={field}
        label="What happened?"
        description={description}
        withAsterisk
        autoFocus={!children}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        error={wrong}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {after}
      {writing.isError && <p role="alert">{errorText(writing.error, shopText)}</p>}
      <div className={css.actions}>
        <Button type="submit" disabled={writing.isPending}>
          {writing.isPending ? busy : send}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Never mind
        </Button>
      </div>
    </form>
  )
}
