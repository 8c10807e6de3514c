import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import type { CarePet, CareVisit } from '#/care/contract.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { emptyIncident, IncidentForm } from './IncidentForm.tsx'
import { Unread } from './Unread.tsx'

export function NewIncident({ petId, bookingId }: { petId: string; bookingId: string }) {
  const query = useQuery(care.query.pet.queryOptions({ input: { id: petId }, staleTime: 0 }))
  const { data } = query
  if (!data) return <Unread query={query} what="the visit" missing="We couldn’t find this visit." />
  const visit = data.visits.find(({ id }) => id === bookingId)
  if (visit) return <Form pet={data.pet} visit={visit} />
  return (
    <ViewFrame
      title="You can’t note an incident here"
      back={{ to: noteAddress.timeline(petId), label: `All notes about ${data.pet.name}` }}
    >
      <p>{careText['care.no_incident_now']}</p>
    </ViewFrame>
  )
}

function Form({ pet, visit }: { pet: CarePet['pet']; visit: CareVisit }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id
  const [failure, setFailure] = useState('')
  const forget = useRef<() => void>(undefined)
  const add = useWrite(care.call.addIncident, {
    onSuccess: ({ id }) => {
      forget.current?.()
      toast({ kind: 'success', message: `The incident is noted, and ${pet.name}’s owner can read it.` })
      navigate(noteAddress.incident(id), { replace: true })
      void reloadNotes()
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  const back = noteAddress.timeline(pet.id)
  return (
    <ViewFrame
      title={`Note an incident with ${pet.name}`}
      back={{ to: back, label: `All notes about ${pet.name}` }}
    >
      <p className={form.lead}>
        {formatInstant(visit.startsAt, visit.timeZone)}. We’ll notify the owner, who can answer once. You can
        correct it for 24 hours, until they answer. Other providers of {pet.name} see the kind, how serious it
        was and the date, but not your name or your words.
      </p>
      <IncidentForm
        keptAs={`incident at ${visit.id} with ${pet.id} by ${userId}`}
        start={emptyIncident}
        isSaving={add.isPending}
        failure={failure}
        button="Note incident"
        back={back}
        onSave={(content, saved) => {
          setFailure('')
          forget.current = saved
          add.mutate({ bookingId: visit.id, petId: pet.id, ...content })
        }}
      />
    </ViewFrame>
  )
}
