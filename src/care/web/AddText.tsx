import { Button, Textarea } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { careText, notSavedText } from '#/care/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { reloadNotes } from './booking-notes.ts'
import css from './NoteView.module.css'

type Props<Input> = {
  keptAs: string
  title: string
  label: string
  description: string
  most: number
  missing: string
  button: { label: string; busy: string }
  told: string
  call: (input: Input, options: { context: { key: string } }) => Promise<unknown>
  input(text: string): Input
}

/** Adds a permanent text below a note or an incident. */
export function AddText<Input>(props: Props<Input>) {
  const { title, label, description, most, missing, button, told, call, input } = props
  const { value: text, change, forget } = useKept(props.keptAs, '')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const add = useWrite(call, {
    onSuccess: async () => {
      forget()
      toast({ kind: 'success', message: told })
      await reloadNotes()
    },
    onError: (error) => {
      setFailure(errorText(error, careText, notSavedText))
      if (errorCode(error).startsWith('care.')) void reloadNotes()
    },
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (add.isPending) return
    setFailure('')
    setMissing(!text.trim())
    if (!text.trim()) field.current?.focus()
    else add.mutate(input(text))
  }

  return (
    <form className={css.box} onSubmit={submit} noValidate>
      <UnsavedChanges unsaved={Boolean(text)} />
      <h2>{title}</h2>
      <Textarea
        ref={field}
        label={label}
        description={description}
        required
        rows={3}
        maxLength={most}
        value={text}
        error={isMissing && !text.trim() && missing}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" variant="default" aria-disabled={add.isPending}>
          {add.isPending ? button.busy : button.label}
        </Button>
      </div>
    </form>
  )
}
