import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { PhotosField } from '#/kernel/web/form/PhotosField.tsx'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { fieldText } from '#/pets/text.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { reportLimits } from '#/reports/rules.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { fieldTimeOf, seenProblem } from '#/reports/web/form/report-draft.ts'
import { WhenField } from '#/reports/web/form/WhenField.tsx'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './SightingDialog.module.css'

type Props = { reportId: string; opened: boolean; onClose(): void }
type Draft = { seenAt: string; place: string; direction: string; text: string; photos: File[] }

const start = (): Draft => ({
  seenAt: fieldTimeOf(new Date()),
  place: '',
  direction: '',
  text: '',
  photos: [],
})

function problemsOf({ seenAt, place, direction, text, photos }: Draft) {
  const linked = linkedFields({ place, direction, text })
  const noLinks = (field: 'place' | 'direction' | 'text') =>
    linked.includes(field) && reportsText['reports.no_links']
  return {
    ...problem('seenAt', seenProblem(seenAt, new Date())),
    ...problem('place', place.trim() ? noLinks('place') : fieldText.required),
    ...problem('direction', noLinks('direction')),
    ...problem('text', noLinks('text')),
    ...problem('photos', photos.map(photoProblem).find(Boolean) || false),
  }
}

/** Reports when and where the pet was seen. */
export default function SightingDialog({ reportId, onClose, ...props }: Props) {
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(start, problemsOf)
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const send = useWrite(reports.call.sight, {
    onSuccess: async () => {
      change(start())
      onClose()
      toast({ kind: 'success', message: 'Thank you. We’ve told the reporter.' })
      await reloadReports()
    },
    onError: (error) => {
      const sentence = errorText(error, reportsText, notSavedText)
      const code = errorCode(error)
      if (code.startsWith('picture.')) show({ photos: sentence })
      else if (code.startsWith('reports.seen')) show({ seenAt: sentence })
      else fail(sentence)
    },
  })
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || send.isPending) return
    const { seenAt, photos, ...rest } = given
    send.mutate({ id: reportId, ...rest, seenAt: new Date(seenAt).toISOString(), photo: photos[0] ?? null })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="I saw this pet" size="32rem" closeOnClickOutside={false}>
      <form ref={ref} className={css.form} onSubmit={submit} noValidate>
        <WhenField
          label="When?"
          value={draft.seenAt}
          problem={problems.seenAt}
          onChange={(seenAt) => change({ seenAt })}
        />
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
        <p role="alert" className={form.failure}>
          {failure}
        </p>
        <div className={form.actions}>
          <Button type="submit" aria-disabled={send.isPending}>
            {send.isPending ? 'Sending...' : 'Send'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
