import { NativeSelect, Textarea } from '@mantine/core'
import type { Note } from '#/care/notes.ts'
import { type NoteType, noteLimits, noteTypes } from '#/care/rules.ts'
import { fieldText, typeText } from '#/care/text.ts'
import { type Day, isDay } from '#/kernel/time.ts'
import { AfterReload } from '#/kernel/web/form/AfterReload.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { DayField, today } from '#/pets/web/index.ts'
import { NoteFilesField } from './NoteFilesField.tsx'
import css from './NoteForm.module.css'
import { SaveRow } from './SaveRow.tsx'
import { type KeptDraftProps, useKeptDraft } from './use-kept-draft.ts'

export type OwnDraft = { type: NoteType; happenedOn: Day; text: string; kept: Note['files']; added: File[] }

export const ownDraftOf = (note: Note | null): OwnDraft => ({
  type: note?.type ?? 'note',
  happenedOn: note?.happenedOn ?? today(),
  text: note?.history ?? '',
  kept: note?.files ?? [],
  added: [],
})

export const ownContentOf = ({ type, happenedOn, text, added }: OwnDraft) => ({
  type,
  happenedOn,
  text,
  files: added,
})

function problemsOf({ happenedOn, text }: OwnDraft): Problems<'happenedOn' | 'text'> {
  return {
    ...problem('happenedOn', !isDay(happenedOn) ? fieldText.day : happenedOn > today() && fieldText.inFuture),
    ...problem('text', !text.trim() && 'Please describe it in a few words.'),
  }
}

const typeChoices = noteTypes.map((type) => ({ value: type, label: typeText[type] }))

export function OwnNoteForm(props: KeptDraftProps<OwnDraft>) {
  const { start } = props
  const { ref, draft, problems, edit, submit, afterReload } = useKeptDraft(props, problemsOf)
  const isTouched =
    draft.type !== start.type ||
    draft.happenedOn !== start.happenedOn ||
    draft.text !== start.text ||
    draft.added.length > 0 ||
    draft.kept.length !== start.kept.length

  return (
    <form ref={ref} className={form.form} onSubmit={submit} noValidate>
      <UnsavedChanges unsaved={isTouched} />
      <AfterReload of={afterReload} files="files" />
      <div className={css.short}>
        <NativeSelect
          label="Kind"
          data={typeChoices}
          value={draft.type}
          onChange={({ currentTarget }) => edit({ type: currentTarget.value as NoteType })}
        />
      </div>
      <div className={css.short}>
        <DayField
          name="happenedOn"
          label="Date"
          required
          max={today()}
          value={draft.happenedOn}
          problem={problems.happenedOn}
          onChange={(happenedOn) => edit({ happenedOn })}
        />
      </div>
      <div data-field="text">
        <Textarea
          label="What is it?"
          description="What happened, or what the document says. You can change it later."
          required
          rows={5}
          resize="vertical"
          maxLength={noteLimits.text}
          value={draft.text}
          error={problems.text}
          onChange={({ currentTarget }) => edit({ text: currentTarget.value })}
        />
      </div>
      <NoteFilesField kept={draft.kept} added={draft.added} onChange={edit} />
      <SaveRow {...props} button="Save note" />
    </form>
  )
}
