import { Button } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { FieldList } from './FieldList.tsx'
import {
  draftOf,
  type FieldDraft,
  type FieldGroup,
  type FieldOf,
  type FieldSpec,
  fieldsOf,
  inputsOf,
  problemsIn,
} from './field-list.ts'
import css from './form.module.css'
import { PhotoField } from './PhotoField.tsx'
import { photoProblem } from './photo-problem.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { type Problems, problem, useDraft } from './use-draft.ts'

type Kept = { imageUrl?: string | null; [field: string]: unknown }

type Props<Input, Row> = {
  groups: readonly FieldGroup<FieldOf<Input>>[]
  kept: Partial<Row> | null
  photo?: { placeholder: ReactNode; alt: string }
  save(input: Input, options: { context: { key: string } }): Promise<Row>
  /** Sentences for refusal codes, and the field that a code is about. */
  texts: Readonly<Record<string, string>>
  fieldOfCode?: Readonly<Record<string, string>>
  failedText: string
  /** Shown above the button if the draft has consequences. */
  warning?(draft: FieldDraft): ReactNode
  onSaved(row: Row): unknown
}

/** Edits a record that is saved again and again. The form stays after saving. */
export function KeptForm<Input, Row extends Kept>(props: Props<Input, Row>) {
  const { kept, photo: photoWords, save, texts, fieldOfCode = {}, failedText, onSaved } = props
  const groups: readonly FieldGroup[] = props.groups
  const fields = fieldsOf(groups)
  const start = () => ({
    fields: draftOf(fields, kept),
    photo: null as File | null,
    removePhoto: false,
  })
  const [saved, setSaved] = useState(start)
  const onItsWay = useRef<ReturnType<typeof start>>(undefined)
  const [imageUrl, setImageUrl] = useState(kept?.imageUrl ?? null)
  const [known, setKnown] = useState(() => shownOf(fields, kept))
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(
    start,
    ({ fields: typed, photo }): Problems<string> => ({
      ...problem('photo', photo && photoProblem(photo)),
      ...problemsIn(fields, typed),
    }),
  )
  const write = useWrite(save, {
    onSuccess: (row) => {
      // Text typed meanwhile wasn't sent, and stays unsaved.
      const { fields: sent, photo } = onItsWay.current!
      const isUntouched = draft.fields === sent
      // Shows the saved version, which the server may have tidied up.
      const fieldsKept = isUntouched ? draftOf(fields, row) : sent
      setSaved({ fields: fieldsKept, photo: null, removePhoto: false })
      change({
        removePhoto: false,
        ...(isUntouched && { fields: fieldsKept }),
        ...(draft.photo === photo && { photo: null }),
      })
      setImageUrl(row.imageUrl ?? null)
      setKnown(shownOf(fields, row))
      return onSaved(row)
    },
    onError: (error) => {
      const sentence = errorText(error, texts, failedText)
      const code = errorCode(error)
      const field = code.startsWith('picture.') ? 'photo' : fieldOfCode[code]
      if (field) show({ [field]: sentence })
      else fail(sentence)
    },
  })

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || write.isPending) return
    const { photo, removePhoto } = given
    onItsWay.current = given
    // The types compare its fields with the input's one by one.
    write.mutate({ ...inputsOf(fields, given.fields), ...(photoWords && { photo, removePhoto }) } as Input)
  }

  const isChanged =
    draft.photo !== null ||
    JSON.stringify([draft.fields, draft.removePhoto]) !== JSON.stringify([saved.fields, false])
  // Somebody saved it elsewhere after it was loaded here.
  const isNewer = shownOf(fields, kept) !== known && !write.isPending
  function takeOver() {
    setKnown(shownOf(fields, kept))
    setSaved(start())
    change(start())
    setImageUrl(kept?.imageUrl ?? null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the newer profile is known, and never replaces what someone types
  useEffect(() => {
    if (isNewer && !isChanged) takeOver()
  }, [isNewer])
  const warning = props.warning?.(draft.fields)
  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate>
      {photoWords && (
        <PhotoField
          photo={draft.photo}
          keptUrl={draft.removePhoto ? null : imageUrl}
          placeholder={photoWords.placeholder}
          alt={photoWords.alt}
          problem={problems['photo']}
          onChange={(photo) => change({ photo })}
          onProblem={(sentence) => show({ ...problems, photo: sentence })}
          onRemoveKept={() => change({ removePhoto: true })}
        />
      )}
      <FieldList
        groups={groups}
        draft={draft.fields}
        problems={problems}
        onChange={(part) => change({ fields: { ...draft.fields, ...part } })}
      />
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      {isNewer && isChanged && (
        <div role="status" className={css.warning}>
          <p>
            This was changed elsewhere since you opened it. Saving replaces those changes with what you see
            here.
          </p>
          <Button variant="default" onClick={takeOver}>
            Show what was saved
          </Button>
        </div>
      )}
      {warning && (
        <p role="status" className={css.warning}>
          {warning}
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" color="marigold" aria-disabled={write.isPending}>
          {write.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <UnsavedChanges unsaved={isChanged} />
    </form>
  )
}

/** Compares only what the form shows, so that other changes don't matter. */
function shownOf(fields: readonly FieldSpec[], kept: Kept | null): string {
  const filledIn = Object.entries(draftOf(fields, kept)).filter(([, value]) => value)
  return JSON.stringify([filledIn, kept?.imageUrl ?? null])
}
