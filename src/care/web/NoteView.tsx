import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formOfType, forms } from '#/care/forms.ts'
import type { Note } from '#/care/notes.ts'
import { noteNotFoundText } from '#/care/text.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { AddAddendum } from './AddAddendum.tsx'
import { noteAddress } from './addresses.ts'
import { renewEvery } from './booking-notes.ts'
import { care } from './care.ts'
import { NoteBody } from './NoteBody.tsx'
import css from './NoteView.module.css'
import { RemoveNote } from './RemoveNote.tsx'
import { ShareNote } from './ShareNote.tsx'
import { SignNote } from './SignNote.tsx'
import { StateChip } from './StateChip.tsx'
import { Unread } from './Unread.tsx'

export function NoteView({ id }: { id: string }) {
  const query = useQuery(
    care.query.note.queryOptions({
      input: { id },
      staleTime: 0,
      // Links to files expire after some minutes.
      refetchInterval: ({ state }) => (state.data?.files.length ? renewEvery : false),
      refetchOnWindowFocus: 'always',
    }),
  )
  if (!query.data) return <Unread query={query} what="the note" missing={noteNotFoundText} />
  return <Shown note={query.data} />
}

function Shown({ note }: { note: Note }) {
  const { id, pet, may, state } = note
  return (
    <ViewFrame
      title={
        state === 'own' ? `Note about ${pet.name}` : `${forms[formOfType(note.type)].title} for ${pet.name}`
      }
      back={{ to: noteAddress.timeline(pet.id), label: `All notes about ${pet.name}` }}
      beside={<StateChip state={state} />}
    >
      <NoteBody note={note} />
      <div className={css.actions}>
        {may.sign && <SignNote note={note} />}
        {may.change && (
          <Button component={Link} to={noteAddress.edit(id)} variant="default">
            Edit
          </Button>
        )}
        <Button component="a" href={noteAddress.pdf(id)} variant="default" download>
          Download PDF
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        {may.change && <RemoveNote note={note} />}
      </div>
      {may.addAddendum && <AddAddendum note={note} />}
      {may.share && <ShareNote note={note} />}
    </ViewFrame>
  )
}
