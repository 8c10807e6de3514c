import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Note } from '#/care/notes.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { OwnNoteForm, ownContentOf, ownDraftOf } from './OwnNoteForm.tsx'

export function EditOwnNote({ note }: { note: Note }) {
  const navigate = useNavigate()
  const [start] = useState(() => ownDraftOf(note))
  const [failure, setFailure] = useState('')
  const { id, pet, version } = note
  const forget = useRef<() => void>(undefined)
  const back = noteAddress.note(id)
  const change = useWrite(care.call.changeOwnNote, {
    onSuccess: async () => {
      forget.current?.()
      await reloadNotes()
      navigate(back, { replace: true })
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  return (
    <ViewFrame title={`Your note about ${pet.name}`} back={{ to: back, label: 'Back to the note' }}>
      <OwnNoteForm
        keptAs={`own note ${id} version ${version}`}
        start={start}
        isSaving={change.isPending}
        failure={failure}
        back={back}
        onSave={(draft, saved) => {
          setFailure('')
          forget.current = saved
          const keepFiles = draft.kept.map((file) => file.id)
          change.mutate({ id, seen: version, ...ownContentOf(draft), keepFiles })
        }}
      />
    </ViewFrame>
  )
}
