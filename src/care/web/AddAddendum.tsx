import { Button, Textarea } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { Note } from '#/care/notes.ts'
import { noteLimits } from '#/care/rules.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import css from './NoteView.module.css'

export function AddAddendum({ note: { id } }: { note: Note }) {
  const { value: text, change, forget } = useKept(`addendum to ${id}`, '')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const add = useWrite(care.call.addAddendum, {
    onSuccess: async () => {
      forget()
      toast({ kind: 'success', message: 'The addendum has been added to the note.' })
      await reloadNotes()
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (add.isPending) return
    setFailure('')
    setMissing(!text.trim())
    if (!text.trim()) field.current?.focus()
    else add.mutate({ id, text })
  }

  return (
    <form className={css.box} onSubmit={submit} noValidate>
      <UnsavedChanges unsaved={Boolean(text)} />
      <h2>Add to this note</h2>
      <Textarea
        ref={field}
        label="Addendum"
        description="It gets today’s date, the owner can read it, and it can’t be changed later."
        required
        rows={3}
        maxLength={noteLimits.text}
        value={text}
        error={isMissing && !text.trim() && 'Please write what you would like to add.'}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" variant="default" aria-disabled={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add addendum'}
        </Button>
      </div>
    </form>
  )
}
