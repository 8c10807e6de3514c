import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { owners } from '#/owners/web/index.ts'
import { contactTopics, messageLimits } from '#/support/rules.ts'
import { notSentText } from '#/support/text.ts'
import css from './ContactForm.module.css'
import {
  type ContactDraft,
  type ContactField,
  draftIn,
  emptyDraft,
  keepDraft,
  keptDraft,
  messageOf,
  type Problems,
  problemsOf,
} from './contact-form.ts'
import { support } from './support.ts'

const shownNumber = (number: string | null | undefined) => (number ? formatPhone(number) : '')

const topicChoices = [
  { value: '', label: 'Please choose' },
  ...Object.entries(contactTopics).map(([value, label]) => ({ value, label })),
]

export function ContactForm({ onSent }: { onSent: (reference: number) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { user } = useSession()
  const { data: profile } = useQuery(
    owners.query.profile.queryOptions({ enabled: Boolean(user?.records['pet_owner']) }),
  )
  const [typed, setTyped] = useState<Partial<ContactDraft>>({})
  const [website, setWebsite] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  // Typed text wins; the account fills in the rest.
  const draft: ContactDraft = {
    ...emptyDraft,
    ...(user && {
      name: user.name,
      email: user.email ?? '',
      phone: shownNumber(user.phoneNumber ?? profile?.phoneNumber),
    }),
    ...typed,
  }
  const send = useWrite(support.call.sendMessage, {
    onSuccess: ({ reference }) => {
      keepDraft({})
      onSent(reference)
    },
    onError: (error) => setFailure(errorText(error, {}, notSentText)),
  })

  useLayoutEffect(() => setTyped({ ...keptDraft(), ...draftIn(form.current!) }), [])

  function change(field: ContactField, text: string) {
    const next = { ...typed, [field]: text }
    const now = problemsOf({ ...draft, ...next })
    setTyped(next)
    keepDraft(next)
    setFailure('')
    // Problems appear on submit, and from then on are checked with every change.
    setProblems((shown) => {
      const still = Object.keys(shown).filter((name) => now[name as ContactField])
      return Object.fromEntries(still.map((name) => [name, now[name as ContactField]]))
    })
  }

  const field = (name: ContactField) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(name, currentTarget.value),
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const found = problemsOf(draft)
    setProblems(found)
    setFailure('')
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (!send.isPending) send.mutate(messageOf(draft, website))
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <TextInput label="Your name" required autoComplete="name" {...field('name')} />
      <fieldset className={css.ways}>
        <legend>Where can we reach you? One of the two is enough.</legend>
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
      </fieldset>
      <NativeSelect label="What’s it about?" required data={topicChoices} {...field('topic')} />
      <Textarea
        label="Your message"
        description={`${messageLimits.shortest} to ${messageLimits.longest} characters. If it’s about a booking, tell us the day and who it’s with.`}
        required
        rows={7}
        resize="vertical"
        {...field('message')}
      />
      <div className={css.unseen} aria-hidden="true">
        <label>
          Leave this empty
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={(event) => setWebsite(event.target.value)}
          />
        </label>
      </div>
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div>
        <Button type="submit" color="marigold" disabled={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send message'}
        </Button>
      </div>
    </form>
  )
}
