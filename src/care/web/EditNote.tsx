import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { formOfType, forms } from '#/care/forms.ts'
import type { Note } from '#/care/notes.ts'
import { careText, noteNotFoundText, notSavedText } from '#/care/text.ts'
import { dayOf } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { EditOwnNote } from './EditOwnNote.tsx'
import { NoteForm } from './NoteForm.tsx'
import { contentOf, draftOf } from './note-draft.ts'
import { Unread } from './Unread.tsx'

export function EditNote({ id }: { id: string }) {
  const query = useQuery(
    // Never refetch under the form: edits belong to the version they began on, and saving detects a newer one.
    care.query.note.queryOptions({ input: { id }, gcTime: 0, staleTime: Number.POSITIVE_INFINITY }),
  )
  const { data } = query
  if (!data) return <Unread query={query} what="the note" missing={noteNotFoundText} />
  return <Opened note={data} />
}

/** Keeps the opened version, so that edits stay on the page even if the note changes elsewhere. */
function Opened({ note: latest }: { note: Note }) {
  const [note] = useState(latest)
  if (!note.may.change) return <NotToChange note={note} />
  return note.state === 'own' ? <EditOwnNote note={note} /> : <Form note={note} />
}

function NotToChange({ note }: { note: Note }) {
  return (
    <ViewFrame
      title="This note can’t be changed"
      back={{ to: noteAddress.note(note.id), label: 'Back to the note' }}
    >
      <p>{careText['care.signed']}</p>
    </ViewFrame>
  )
}

function Form({ note }: { note: Note }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id
  const [start] = useState(() => draftOf(note))
  const [failure, setFailure] = useState('')
  const { id, pet, version, visit } = note
  const kind = formOfType(note.type)
  const forget = useRef<() => void>(undefined)
  const back = noteAddress.note(id)
  const change = useWrite(care.call.changeNote, {
    onSuccess: async () => {
      forget.current?.()
      toast({ kind: 'success', message: 'Your draft is saved. Read it once more, then sign it.' })
      await reloadNotes()
      navigate(back, { replace: true })
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  return (
    <ViewFrame title={`${forms[kind].title} for ${pet.name}`} back={{ to: back, label: 'Back to the note' }}>
      <NoteForm
        form={kind}
        keptAs={`note ${id} version ${version} by ${userId}`}
        start={start}
        species={pet.species}
        visitOn={visit ? dayOf(visit.startsAt, visit.timeZone) : note.happenedOn}
        isSaving={change.isPending}
        failure={failure}
        back={back}
        onSave={(draft, saved) => {
          setFailure('')
          forget.current = saved
          const keepFiles = draft.kept.map((file) => file.id)
          change.mutate({ id, seen: version, ...contentOf(draft), keepFiles })
        }}
      />
    </ViewFrame>
  )
}
