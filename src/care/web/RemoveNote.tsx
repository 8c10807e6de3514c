import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Note } from '#/care/notes.ts'
import { careText } from '#/care/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { noteAddress } from './addresses.ts'
import { care } from './care.ts'

export function RemoveNote({ note: { id, pet, state } }: { note: Note }) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const remove = useWrite(care.call.removeNote, {
    onSuccess: () => {
      // Don't refetch now: this page would ask for the deleted note.
      void queryClient.invalidateQueries({ queryKey: care.query.key(), refetchType: 'none' })
      navigate(noteAddress.timeline(pet.id), { replace: true })
    },
    onError: (error) => {
      setOpened(false)
      toast({ kind: 'error', message: errorText(error, careText) })
    },
  })
  return (
    <ConfirmButton
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      label="Delete"
      title={state === 'draft' ? 'Delete this draft?' : 'Delete this note?'}
      reason="none"
      confirm="Delete"
      busy="Deleting..."
      keep="Keep it"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    >
      <p>We’ll delete the note and its files for good.</p>
    </ConfirmButton>
  )
}
