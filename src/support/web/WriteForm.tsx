import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { documentText } from '#/kernel/documents.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { AfterReload } from '#/kernel/web/form/AfterReload.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { notSentTicketText, supportText } from '#/support/text.ts'
import { ticketLimits } from '#/support/ticket-rules.ts'
import { FilesField } from './FilesField.tsx'
import { support } from './support.ts'
import { refreshTickets } from './ticket-cache.ts'

type Words = { label: string; hint?: string; send: string }

type Props = { id: string; move: 'write' | 'reopen'; words: Words; children?: ReactNode }

const nothing = { text: '', files: [] as File[] }

/** Writes in a ticket; in a closed one, to open it again. */
export function WriteForm({ id, move, words, children }: Props) {
  const { value, afterReload, change, forget } = useKept(`word in ${id}`, nothing)
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const write = useWrite(move === 'write' ? support.call.replyToTicket : support.call.reopenTicket, {
    onSuccess: async () => {
      forget()
      await refreshTickets()
    },
    onError: (error) => {
      setFailure(errorText(error, { ...supportText, ...documentText }, notSentTicketText))
      if (errorCode(error) === 'support.move_not_allowed') void refreshTickets()
    },
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setFailure('')
    const message = value.text.trim()
    setMissing(!message)
    if (!message) field.current?.focus()
    else if (!write.isPending) write.mutate({ id, message, files: value.files })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <AfterReload of={afterReload} files="files" />
      <Textarea
        ref={field}
        label={words.label}
        description={words.hint}
        required
        rows={5}
        resize="vertical"
        maxLength={ticketLimits.longest}
        error={isMissing && !value.text.trim() && 'Please write something first.'}
        value={value.text}
        onChange={({ currentTarget }) => change({ ...value, text: currentTarget.value })}
      />
      <FilesField files={value.files} onChange={(files) => change({ ...value, files })} />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" aria-disabled={write.isPending}>
          {write.isPending ? 'Sending...' : words.send}
        </Button>
        {children}
      </div>
      <UnsavedChanges unsaved={value.text.trim() !== '' || value.files.length > 0} />
    </form>
  )
}
