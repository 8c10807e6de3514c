import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { OwnNoteForm, ownContentOf, ownDraftOf } from './OwnNoteForm.tsx'
import { Unread } from './Unread.tsx'

export function NewOwnNote({ petId }: { petId: string }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id
  const [failure, setFailure] = useState('')
  const [start] = useState(() => ownDraftOf(null))
  const query = useQuery(care.query.pet.queryOptions({ input: { id: petId } }))
  const forget = useRef<() => void>(undefined)
  const add = useWrite(care.call.addOwnNote, {
    onSuccess: ({ id }) => {
      forget.current?.()
      navigate(noteAddress.note(id), { replace: true })
      void reloadNotes()
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  const { data } = query
  if (!data) return <Unread query={query} what="the pet" missing="We couldn’t find this pet." />
  const back = noteAddress.timeline(petId)
  return (
    <ViewFrame
      title={`Your note about ${data.pet.name}`}
      back={{ to: back, label: `All notes about ${data.pet.name}` }}
    >
      <p className={form.lead}>
        It’s marked as added by you. Providers who can see {data.pet.name}’s care instructions can read it
        too.
      </p>
      <OwnNoteForm
        keptAs={`own note of ${petId} by ${userId}`}
        start={start}
        isSaving={add.isPending}
        failure={failure}
        back={back}
        onSave={(draft, saved) => {
          setFailure('')
          forget.current = saved
          add.mutate({ petId, ...ownContentOf(draft) })
        }}
      />
    </ViewFrame>
  )
}
