import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { contactHint } from '#/veterinary/contact-hint.ts'
import type { Visit } from '#/veterinary/contract.ts'
import { veterinaryText } from '#/veterinary/text.ts'
import { veterinary } from '../veterinary.ts'
import css from './ChangeLink.module.css'
import { reloadAppointments } from './useAppointments.ts'

/** The vet hosts: another link or number in the owner's place. */
export function ChangeLink({ visit: { id, contactMethod, contactLink, status } }: { visit: Visit }) {
  const [link, setLink] = useState<string | null>(null)
  const change = useWrite(veterinary.call.replaceContactLink, {
    onSuccess: () => {
      setLink(null)
      toast({ kind: 'success', title: 'Link changed', message: 'The owner joins by the new one.' })
      return reloadAppointments()
    },
    onError: (error) => toast({ kind: 'error', title: 'Error', message: errorText(error, veterinaryText) }),
  })
  if (!contactMethod || status !== 'confirmed') return null
  if (link === null)
    return (
      <Button variant="subtle" onClick={() => setLink(contactLink ?? '')}>
        {contactMethod === 'zoom' ? 'Change meeting link' : 'Change number'}
      </Button>
    )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (link?.trim()) change.mutate({ id, contactLink: link })
  }
  return (
    <form onSubmit={submit} className={css.form}>
      <TextInput
        label={contactMethod === 'zoom' ? 'Meeting link' : 'WhatsApp number'}
        description={contactHint(contactMethod, link)}
        type={contactMethod === 'zoom' ? 'url' : 'tel'}
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
