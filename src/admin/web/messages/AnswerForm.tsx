import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { ticketLimits } from '#/support/ticket-rules.ts'
import own from './Messages.module.css'

type Props<Input> = {
  /** The key under which typed text is kept. */
  of: string
  hint: string
  call: (input: Input, options: { context: { key: string } }) => Promise<unknown>
  inputOf(text: string): Input
  /** Other actions. */
  children: ReactNode
}

/** Typed text stays until it has been sent. */
export function AnswerForm<Input>({ of, hint, call, inputOf, children }: Props<Input>) {
  const { value: text, change: setText, forget } = useKept(`answer ${of}`, '')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { send, failure, isBusy } = useHandling(call, 'Your answer is on its way.', forget)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const answer = text.trim()
    setMissing(!answer)
    if (!answer) field.current?.focus()
    else if (!isBusy) send(inputOf(answer))
  }

  return (
    <form onSubmit={submit} className={own.answer} noValidate>
      <Textarea
        ref={field}
        label="Answer"
        description={hint}
        required
        rows={7}
        resize="vertical"
        maxLength={ticketLimits.longest}
        error={isMissing && !text.trim() && 'Please write an answer.'}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p role="alert" className={own.failure}>
        {failure}
      </p>
      <div className={own.buttons}>
        <Button type="submit" color="marigold" aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send answer'}
        </Button>
        {children}
      </div>
      <UnsavedChanges unsaved={text.trim() !== ''} />
    </form>
  )
}
