import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PhoneCodeForm, useSession } from '#/accounts/web/index.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { PhotosField } from '#/kernel/web/form/PhotosField.tsx'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { smallPhoto } from '#/kernel/web/small-photo.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useLoginLink } from '#/kernel/web/wanted-pages.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { type Position, roundPosition } from '#/location/rules.ts'
import { loadLookups } from '#/location/web/index.ts'
import { fieldText } from '#/pets/text.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { guestLimits, reportLimits } from '#/reports/rules.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { fieldTimeOf, seenProblem } from '#/reports/web/form/report-draft.ts'
import { areaOf } from '#/reports/web/form/use-place.ts'
import { WhenField } from '#/reports/web/form/WhenField.tsx'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import { OwnPosition } from './OwnPosition.tsx'
import css from './SightingDialog.module.css'
import { useGuestCode } from './use-guest-code.ts'

type Props = {
  reportId: string
  /** When the reporter last saw a lost pet. */
  lastSeen: Date | null
  opened: boolean
  onClose(): void
}
type Draft = {
  seenAt: string
  place: string
  position: Position | null
  direction: string
  text: string
  photos: File[]
  /** Asked of people without an account. */
  phone: string
}

const start = (): Draft => ({
  seenAt: fieldTimeOf(new Date()),
  place: '',
  position: null,
  direction: '',
  text: '',
  photos: [],
  phone: '',
})

const problemsOf =
  (isGuest: boolean) =>
  ({ seenAt, place, direction, text, photos, phone }: Draft) => {
    const linked = linkedFields({ place, direction, text })
    const noLinks = (field: 'place' | 'direction' | 'text') =>
      linked.includes(field) && reportsText['reports.no_links']
    return {
      ...problem('seenAt', seenProblem(seenAt, new Date())),
      ...problem('place', place.trim() ? noLinks('place') : fieldText.required),
      ...problem('direction', noLinks('direction')),
      ...problem('text', noLinks('text')),
      ...problem('photos', photos.map(photoProblem).find(Boolean) || false),
      ...problem('phone', isGuest && !isPhoneNumber(phone.trim()) && fieldText.phone),
    }
  }

/** Reports when and where the pet was seen. People without an account confirm a phone number. */
export default function SightingDialog({ reportId, lastSeen, onClose, ...props }: Props) {
  const isGuest = useSession().state !== 'signed-in'
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(start, problemsOf(isGuest))
  const login = useLoginLink()
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const options = {
    onSuccess: async () => {
      change(start())
      onClose()
      toast({ kind: 'success' as const, message: 'Thank you. We’ve told the reporter.' })
      await reloadReports()
    },
    onError: (error: Error) => {
      const sentence = errorText(error, reportsText, notSavedText)
      const code = errorCode(error)
      if (code.startsWith('picture.')) show({ photos: sentence })
      else if (code.startsWith('reports.seen')) show({ seenAt: sentence })
      else fail(sentence)
    },
  }
  const send = useWrite(reports.call.sight, options)
  const sendAsGuest = useWrite(reports.call.sightAsGuest, options)
  const guest = useGuestCode(async (phoneProof) => {
    const { seenAt, photos, ...rest } = draft
    const photo = photos[0] ? await smallPhoto(photos[0], guestLimits.photo) : null
    if (photos[0] && !photo) {
      show({ photos: reportsText['picture.damaged'] })
      return true
    }
    const input = { id: reportId, ...rest, seenAt: new Date(seenAt).toISOString(), photo, phoneProof }
    return sendAsGuest.mutateAsync(input).then(
      () => true,
      (error) => errorCode(error) !== 'reports.phone_not_confirmed',
    )
  })
  // Answers arrive later, when other fields may have changed.
  const latest = useRef({ draft, change })
  useLayoutEffect(() => {
    latest.current = { draft, change }
  })
  /** Fills in the words for a position, unless the person writes them. */
  async function takePosition(position: Position | null) {
    change({ position })
    if (!position || draft.place.trim()) return
    const here = await loadLookups()
      .then(({ placeAt }) => placeAt(roundPosition(position)))
      .catch(() => null)
    const now = latest.current
    if (here && !now.draft.place.trim() && now.draft.position) now.change({ place: areaOf(here) })
  }
  const isBusy = send.isPending || sendAsGuest.isPending || guest.isBusy

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || isBusy) return
    if (isGuest) return void guest.begin(given.phone.trim()).then((reason) => reason && fail(reason))
    const { seenAt, photos, phone: _phone, ...rest } = given
    send.mutate({ id: reportId, ...rest, seenAt: new Date(seenAt).toISOString(), photo: photos[0] ?? null })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="I saw this pet" size="32rem" closeOnClickOutside={false}>
      {guest.code && (
        <PhoneCodeForm
          key={guest.code.sentAt}
          number={guest.code.number}
          sentAt={guest.code.sentAt}
          leaving={isBusy}
          enter={guest.enter}
          sendAgain={guest.sendAgain}
          back={{ label: 'Change the sighting or number', go: guest.back }}
          failedTitle="The code didn’t work"
        />
      )}
      <form ref={ref} className={css.form} hidden={guest.code !== undefined} onSubmit={submit} noValidate>
        <WhenField
          label="When?"
          value={draft.seenAt}
          problem={problems.seenAt}
          onChange={(seenAt) => change({ seenAt })}
        />
        {lastSeen && new Date(draft.seenAt) < lastSeen && (
          <p role="status" className={css.early}>
            That’s before it was last seen, on {momentText(lastSeen)}. Please check the time.
          </p>
        )}
        <div data-field="place">
          <TextInput
            label="Where?"
            description="Street or landmark. Everyone can read it."
            required
            data-autofocus
            autoComplete="off"
            maxLength={reportLimits.place}
            value={draft.place}
            error={problems.place}
            onChange={(event) => change({ place: event.currentTarget.value })}
          />
        </div>
        <OwnPosition position={draft.position} onChange={(position) => void takePosition(position)} />
        <div data-field="direction">
          <TextInput
            label="Which way did it go?"
            autoComplete="off"
            maxLength={reportLimits.direction}
            value={draft.direction}
            error={problems.direction}
            onChange={(event) => change({ direction: event.currentTarget.value })}
          />
        </div>
        <div data-field="text">
          <Textarea
            label="Anything else"
            rows={2}
            maxLength={reportLimits.comment}
            value={draft.text}
            error={problems.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        </div>
        <PhotosField
          photos={draft.photos}
          kept={[]}
          isRequired={false}
          most={1}
          problem={problems.photos}
          onChange={change}
        />
        {isGuest && (
          <div data-field="phone">
            <TextInput
              label="Your phone number"
              description="Only the reporter sees it. We’ll send a code to it, to prevent false reports."
              required
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={20}
              value={draft.phone}
              error={problems.phone}
              onChange={(event) => change({ phone: event.currentTarget.value })}
            />
          </div>
        )}
        <p role="alert" className={form.failure}>
          {failure}
        </p>
        <div className={form.actions}>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Sending...' : 'Send'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
        {isGuest && (
          <p className={css.login}>
            Have an account? <Link {...login}>Log in</Link> instead, and no code is needed.
          </p>
        )}
      </form>
    </Modal>
  )
}
