import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { documentText } from '#/kernel/documents.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { AfterReload } from '#/kernel/web/form/AfterReload.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import { type ContactTopic, contactTopics } from '#/support/rules.ts'
import { notSentTicketText, supportText, thanksText } from '#/support/text.ts'
import { ticketLimits } from '#/support/ticket-rules.ts'
import type { TicketOrder } from '#/support/tickets.ts'
import { FilesField } from './FilesField.tsx'
import { support } from './support.ts'
import { ticketAddress } from './ticket-address.ts'
import { emptyTicket, isTouched, type TicketDraft, ticketProblems } from './ticket-form.ts'
import { bookingText, orderText } from './ticket-words.ts'

const topicChoices = [
  { value: '', label: 'Please choose' },
  ...Object.entries(contactTopics).map(([value, label]) => ({ value, label })),
]

/** Opens a ticket. The text survives a visit to another page until it has been sent. */
export function NewTicket({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [booking, order] = [params.get('booking'), params.get('order')]
  const kept = useKept<TicketDraft>(`ticket of ${userId}`, emptyTicket)
  const { ref, draft, problems, failure, change, fail, check } = useDraft(
    // A link from a booking or an order fills it in.
    () =>
      booking
        ? { ...kept.value, topic: kept.value.topic || 'booking', bookingId: booking }
        : order
          ? { ...kept.value, topic: kept.value.topic || 'order', orderId: order }
          : kept.value,
    ticketProblems,
  )
  const { data } = useQuery(support.query.bookings.queryOptions())
  const open = useWrite(support.call.openTicket, {
    onSuccess: async ({ id, number }) => {
      kept.forget()
      change(emptyTicket)
      toast({ kind: 'success', message: thanksText(number) })
      await queryClient.invalidateQueries({ queryKey: support.query.tickets.key() })
      navigate(ticketAddress(id), { replace: true })
    },
    onError: (error) => {
      fail(errorText(error, { ...supportText, ...documentText }, notSentTicketText))
    },
  })

  function edit(part: Partial<TicketDraft>) {
    kept.change({ ...draft, ...part })
    change(part)
  }

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || open.isPending) return
    const { topic, bookingId, orderId, subject, message, files } = given
    open.mutate({
      topic: topic as ContactTopic,
      bookingId: bookingId || null,
      orderId: (orderId || null) as TicketOrder['id'] | null,
      subject: subject.trim(),
      message: message.trim(),
      files,
    })
  }

  return (
    <ViewFrame title="New ticket" back={{ to: ticketAddress('all'), label: 'My tickets' }}>
      <p className={form.lead}>
        A person answers within 48 hours, or within 4 hours when someone’s safety is at stake. We’ll tell you
        in the bell and by email.
      </p>
      <form ref={ref} className={form.form} onSubmit={submit} noValidate>
        <AfterReload of={kept.afterReload} files="files" />
        <div data-field="topic">
          <NativeSelect
            label="What’s it about?"
            required
            data={topicChoices}
            value={draft.topic}
            error={problems.topic}
            onChange={({ currentTarget }) => edit({ topic: currentTarget.value as ContactTopic | '' })}
          />
        </div>
        {data && data.bookings.length > 0 && (
          <NativeSelect
            label="Which booking? (optional)"
            data={[
              { value: '', label: 'None of them' },
              ...data.bookings.map((one) => ({ value: one.id, label: bookingText(one) })),
            ]}
            value={draft.bookingId}
            onChange={({ currentTarget }) => edit({ bookingId: currentTarget.value })}
          />
        )}
        {data && (data.orders.length > 0 || draft.orderId !== '') && (
          <NativeSelect
            label="Which order? (optional)"
            data={[
              { value: '', label: 'None of them' },
              ...data.orders.map((one) => ({ value: one.id, label: orderText(one) })),
              // It's older than the ones offered.
              ...(draft.orderId && !data.orders.some(({ id }) => id === draft.orderId)
                ? [{ value: draft.orderId, label: 'The order you came from' }]
                : []),
            ]}
            value={draft.orderId}
            onChange={({ currentTarget }) => edit({ orderId: currentTarget.value })}
          />
        )}
        <div data-field="subject">
          <TextInput
            label="Subject"
            required
            maxLength={ticketLimits.subject}
            autoComplete="off"
            value={draft.subject}
            error={problems.subject}
            onChange={({ currentTarget }) => edit({ subject: currentTarget.value })}
          />
        </div>
        <div data-field="message">
          <Textarea
            label="Your message"
            description={`${ticketLimits.shortest} to ${ticketLimits.longest} characters. What happened, and what did you expect?`}
            required
            rows={8}
            resize="vertical"
            value={draft.message}
            error={problems.message}
            onChange={({ currentTarget }) => edit({ message: currentTarget.value })}
          />
        </div>
        <FilesField files={draft.files} onChange={(files) => edit({ files })} />
        <p role="alert" className={form.failure}>
          {failure}
        </p>
        <div className={form.actions}>
          <Button type="submit" color="marigold" aria-disabled={open.isPending}>
            {open.isPending ? 'Sending...' : 'Send ticket'}
          </Button>
        </div>
        <UnsavedChanges unsaved={isTouched(draft)} />
      </form>
    </ViewFrame>
  )
}
