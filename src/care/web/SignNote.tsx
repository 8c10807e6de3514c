import { useState } from 'react'
import { formOfType, forms } from '#/care/forms.ts'
import type { Note } from '#/care/notes.ts'
import { careText, notSavedText } from '#/care/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { reloadNotes } from './booking-notes.ts'
import { care } from './care.ts'

/** Signs only the version on the page, not one saved since. */
export function SignNote({
  note: { id, version, pet, medicines, vaccinations, weightLbs, ...note },
}: {
  note: Note
}) {
  const { required, needs } = forms[formOfType(note.type)]
  const [opened, setOpened] = useState(false)
  const sign = useWrite(care.call.sign, {
    onSuccess: async () => {
      setOpened(false)
      toast({ kind: 'success', message: `The note is signed, and ${pet.name}’s owner can read it.` })
      await reloadNotes()
    },
    onError: (error) => {
      setOpened(false)
      toast({ kind: 'error', message: errorText(error, { ...careText, ...whenSigning }, notSavedText) })
      if (errorCode(error).startsWith('care.')) void reloadNotes()
    },
  })
  const effects = [
    weightLbs !== null && 'the weight',
    vaccinations.length > 0 && 'the vaccinations',
    medicines.length > 0 && 'a prescription for the medicines',
  ].filter(Boolean)
  return (
    <ConfirmButton
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      label="Sign"
      variant="filled"
      color="teal"
      title="Sign this note?"
      reason="none"
      confirm="Sign note"
      busy="Signing..."
      keep="Go back"
      isBusy={sign.isPending}
      onConfirm={() => sign.mutate({ id, seen: version })}
    >
      <p>
        Once you’ve signed the note, you can’t change it, only add to it. We’ll notify {pet.name}’s owner
        {effects.length > 0 && `, and update ${pet.name}’s record with ${effects.join(', ')}`}.
      </p>
      {!note[required] && <p>The note still needs {needs}: go back and choose Edit.</p>}
    </ConfirmButton>
  )
}

const whenSigning = {
  'care.changed_meanwhile': 'This note has been changed elsewhere. Please read it again before you sign.',
}
