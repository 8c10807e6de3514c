import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import { DeskFact, DeskHead, DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import { userAddress } from '#/admin/web/frame/words.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { type Said, Thread } from '#/kernel/web/Thread.tsx'
import type { ContactMessage } from '#/support/desk.ts'
import { contactTopics, isUrgent } from '#/support/rules.ts'
import { AnswerForm } from './AnswerForm.tsx'
import own from './Messages.module.css'
import { promiseText } from './message-words.ts'

export function MessagePage({ id }: { id: string }) {
  const query = useQuery(admin.query.message.queryOptions({ input: { id }, refetchOnWindowFocus: 'always' }))
  return (
    <DeskItem query={query} what="message" back={{ to: '?view=messages', label: 'All messages' }}>
      {(message) => <Shown message={message} />}
    </DeskItem>
  )
}

function Shown({ message }: { message: ContactMessage }) {
  const { number, topic, name, userId, email, phone, text, at, answered } = message
  const promise = promiseText(topic, at, new Date())
  return (
    <>
      <DeskHead title={contactTopics[topic]} state={answered !== null}>
        {isUrgent(topic) && <Chip kind="bad">Safety</Chip>}
        {answered ? <Chip kind="good">Answered</Chip> : <Chip kind={promise.kind}>{promise.text}</Chip>}
      </DeskHead>
      <p className={css.soft}>Message {number}, from the contact page</p>
      <dl className={`${css.facts} ${own.facts}`}>
        <DeskFact name="Name">{userId ? <Link to={userAddress(userId)}>{name}</Link> : name}</DeskFact>
        {email && <DeskFact name="Email">{email}</DeskFact>}
        {phone && (
          <DeskFact name="Phone">
            <a href={telephone(phone)}>{formatPhone(phone)}</a>
          </DeskFact>
        )}
      </dl>
      <div className={own.thread}>
        <Thread
          said={[
            { id: 'message', by: 'user', who: name, at, text },
            ...(answered ? [answerOf(answered)] : []),
          ]}
        />
      </div>
      {!answered && <Handling message={message} />}
    </>
  )
}

const answerOf = ({ by, at, text }: NonNullable<ContactMessage['answered']>): Said => ({
  id: 'answer',
  by: 'support',
  who: `${by}, support`,
  at,
  text: text ?? 'Answered in another way.',
})

function Handling({ message: { id, email, phone } }: { message: ContactMessage }) {
  const mark = useHandling(admin.call.markAnswered, 'Marked as answered.')
  const failure = mark.failure && (
    <p role="alert" className={own.failure}>
      {mark.failure}
    </p>
  )
  const button = (
    <Button variant="default" aria-disabled={mark.isBusy} onClick={() => !mark.isBusy && mark.send({ id })}>
      {mark.isBusy ? 'Marking...' : 'Mark as answered'}
    </Button>
  )
  if (!email)
    return (
      <div className={own.answer}>
        <p className={css.soft}>
          This message has no email address. Please call {phone && formatPhone(phone)}, and note it here.
        </p>
        {failure}
        <div className={own.buttons}>{button}</div>
      </div>
    )
  return (
    <AnswerForm
      of={id}
      hint={`We’ll email your answer to ${email}, with their message below it. If you answered by phone or from your mailbox, mark it as answered.`}
      call={admin.call.answerMessage}
      inputOf={(text) => ({ id, text })}
    >
      {button}
      {failure}
    </AnswerForm>
  )
}
