import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { contactHint } from '#/appointments/contact-hint.ts'
import type { Visit } from '#/appointments/contract.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { appointments } from './appointments.ts'
import css from './ChangeLink.module.css'
import { reloadAppointments } from './useAppointments.ts'

/** Replaces the owner's link or number, because the provider hosts. */
export function ChangeLink({ visit: { id, contactMethod, contactLink, status } }: { visit: Visit }) {
  const [link, setLink] = useState<string | null>(null)
  const change = useWrite(appointments.call.replaceContactLink, {
    onSuccess: () => {
      setLink(null)
      toast({ kind: 'success', title: 'Link changed', message: 'The owner will see the new one.' })
      return reloadAppointments()
    },
    onError: (error) => toast({ kind: 'error', title: 'Error', message: errorText(error, appointmentsText) }),
  })
  if (!contactMethod || status !== 'confirmed') return null
  const isNumber = contactMethod === 'whatsapp'
  if (link === null)
    return (
      <Button variant="subtle" onClick={() => setLink(contactLink ?? '')}>
        {isNumber ? 'Change number' : 'Change meeting link'}
      </Button>
    )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (link?.trim()) change.mutate({ id, contactLink: link })
  }
  return (
    <form onSubmit={submit} className={css.form}>
      <TextInput
        label={isNumber ? 'WhatsApp number' : 'Meeting link'}
        description={contactHint(contactMethod, link)}
        // Not a URL input, which would reject what only gets a hint here.
        type={isNumber ? 'tel' : 'text'}
        inputMode={isNumber ? 'tel' : 'url'}
        maxLength={500}
        autoFocus
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button variant="default" onClick={() => setLink(null)} disabled={change.isPending}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending || !link.trim()}>
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
