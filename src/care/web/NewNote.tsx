import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import type { CarePet, CareVisit } from '#/care/contract.ts'
import { formOfTrade, forms } from '#/care/forms.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { dayOf, formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { NoteForm } from './NoteForm.tsx'
import { contentOf, draftOf } from './note-draft.ts'
import { Unread } from './Unread.tsx'

export function NewNote({ petId, bookingId }: { petId: string; bookingId: string }) {
  const query = useQuery(care.query.pet.queryOptions({ input: { id: petId }, staleTime: 0 }))
  const { data } = query
  if (!data) return <Unread query={query} what="the visit" missing="We couldn’t find this visit." />
  const visit = data.visits.find(({ id }) => id === bookingId)
  if (!visit || visit.noteId) return <NotToWrite pet={data.pet} noteId={visit?.noteId ?? null} />
  return <Form pet={data.pet} visit={visit} />
}

function NotToWrite({ pet, noteId }: { pet: CarePet['pet']; noteId: string | null }) {
  return (
    <ViewFrame
      title={noteId ? 'This visit already has a note' : 'You can’t write a note here'}
      back={{ to: noteAddress.timeline(pet.id), label: `All notes about ${pet.name}` }}
    >
      {noteId ? (
        <Link to={noteAddress.note(noteId)}>Open the note</Link>
      ) : (
        <p>{careText['care.not_writable']}</p>
      )}
    </ViewFrame>
  )
}

function Form({ pet, visit }: { pet: CarePet['pet']; visit: CareVisit }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id
  const [failure, setFailure] = useState('')
  const kind = formOfTrade[visit.trade]
  const [start] = useState(() => draftOf(null, kind, visit.reason))
  const forget = useRef<() => void>(undefined)
  const add = useWrite(care.call.addNote, {
    onSuccess: ({ id }) => {
      forget.current?.()
      toast({ kind: 'success', message: 'Your draft is saved. Read it once more, then sign it.' })
      navigate(noteAddress.note(id), { replace: true })
      void reloadNotes()
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  return (
    <ViewFrame
      title={`${forms[kind].title} for ${pet.name}`}
      back={{ to: noteAddress.timeline(pet.id), label: `All notes about ${pet.name}` }}
    >
      <p className={form.lead}>
        {formatInstant(visit.startsAt, visit.timeZone)}. Only you see it until you sign it.
      </p>
      <NoteForm
        form={kind}
        keptAs={`note of ${visit.id} about ${pet.id} by ${userId}`}
        start={start}
        species={pet.species}
        visitOn={dayOf(visit.startsAt, visit.timeZone)}
        isSaving={add.isPending}
        failure={failure}
        back={noteAddress.timeline(pet.id)}
        onSave={(draft, saved) => {
          setFailure('')
          forget.current = saved
          add.mutate({ bookingId: visit.id, petId: pet.id, ...contentOf(draft) })
        }}
      />
    </ViewFrame>
  )
}
