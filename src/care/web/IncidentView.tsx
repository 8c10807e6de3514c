import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Incident, kindText, severityText } from '#/care/incidents.ts'
import { incidentLimits } from '#/care/rules.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { AddText } from './AddText.tsx'
import { noteAddress } from './addresses.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'
import { IncidentForm } from './IncidentForm.tsx'
import body from './NoteBody.module.css'
import { Fact, Words } from './NoteParts.tsx'
import css from './NoteView.module.css'
import { Unread } from './Unread.tsx'

export function IncidentView({ id, isEdited }: { id: string; isEdited: boolean }) {
  const query = useQuery(
    care.query.incident.queryOptions({
      input: { id },
      // Never refetch under the form: a correction belongs to the version it began on.
      ...(isEdited
        ? { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }
        : { staleTime: 0, refetchOnWindowFocus: 'always' as const }),
    }),
  )
  const { data } = query
  if (!data) return <Unread query={query} what="the incident" missing="We couldn’t find this incident." />
  return isEdited && data.may.correct ? <Correct incident={data} /> : <Shown incident={data} />
}

function Shown({ incident }: { incident: Incident }) {
  const { id, bookingId, pet, by, visit, may, version } = incident
  return (
    <ViewFrame
      title={`Incident with ${pet.name}`}
      back={{ to: noteAddress.timeline(pet.id), label: `All notes about ${pet.name}` }}
    >
      <div className={body.card}>
        <dl className={body.facts}>
          <Fact label="Kind">{kindText[incident.kind]}</Fact>
          <Fact label="How serious">{severityText[incident.severity]}</Fact>
          <Fact label="Visit">{formatInstant(visit.startsAt, visit.timeZone)}</Fact>
          <Fact label="Noted by">{by.name}</Fact>
          <Fact label="Noted">{momentText(incident.createdAt)}</Fact>
        </dl>
        <Words title="What happened">{incident.happened}</Words>
        <Words title="What was done">{incident.done}</Words>
        {incident.answeredAt && (
          <Words title={`Owner’s answer, ${momentText(incident.answeredAt)}`}>
            {incident.answer ?? 'You blocked this person, so we don’t show you what they wrote.'}
          </Words>
        )}
        {incident.addenda.map(({ id: key, text, at }) => (
          <Words key={key} title={`Addendum, ${momentText(at)}`}>
            {text}
          </Words>
        ))}
      </div>
      {may.correct && (
        <div className={css.actions}>
          <Button component={Link} to={noteAddress.editIncident(id)} variant="default">
            Correct
          </Button>
        </div>
      )}
      {may.answer && (
        <>
          <AddText
            keptAs={`answer to ${id}`}
            title="Your answer"
            label="Answer"
            description={`${by.name} can read it. You can answer once, and can’t change it later.`}
            most={incidentLimits.text}
            missing="Please write your answer."
            button={{ label: 'Send answer', busy: 'Sending...' }}
            told="Your answer has been sent."
            call={care.call.answerIncident}
            input={(text) => ({ id, seen: version, text })}
          />
          <p className={css.soft}>
            If this isn’t true,{' '}
            <Link to={`/help-support?ticket=new&booking=${bookingId}`}>report it to support</Link>. They can
            remove it.
          </p>
        </>
      )}
      {may.addAddendum && (
        <AddText
          keptAs={`addendum to incident ${id}`}
          title="Add to this incident"
          label="Addendum"
          description="It gets today’s date, the owner can read it, and it can’t be changed later."
          most={incidentLimits.text}
          missing="Please write what you would like to add."
          button={{ label: 'Add addendum', busy: 'Adding...' }}
          told="The addendum has been added to the incident."
          call={care.call.addToIncident}
          input={(text) => ({ id, text })}
        />
      )}
    </ViewFrame>
  )
}

function Correct({ incident }: { incident: Incident }) {
  const navigate = useNavigate()
  const [{ id, pet, version, kind, severity, happened, done }] = useState(incident)
  const [failure, setFailure] = useState('')
  const forget = useRef<() => void>(undefined)
  const back = noteAddress.incident(id)
  const change = useWrite(care.call.changeIncident, {
    onSuccess: async () => {
      forget.current?.()
      toast({ kind: 'success', message: 'The incident is corrected. We’ll notify the owner.' })
      await reloadNotes()
      navigate(back, { replace: true })
    },
    onError: (error) => setFailure(errorText(error, careText, notSavedText)),
  })
  return (
    <ViewFrame
      title={`Correct the incident with ${pet.name}`}
      back={{ to: back, label: 'Back to the incident' }}
    >
      <IncidentForm
        keptAs={`incident ${id} version ${version}`}
        start={{ kind, severity, happened, done }}
        isSaving={change.isPending}
        failure={failure}
        button="Save correction"
        back={back}
        onSave={(content, saved) => {
          setFailure('')
          forget.current = saved
          change.mutate({ id, seen: version, ...content })
        }}
      />
    </ViewFrame>
  )
}
