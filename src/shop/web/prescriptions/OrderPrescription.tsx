import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { documentTypes } from '#/kernel/documents.ts'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { SingleUpload } from '#/kernel/web/form/SingleUpload.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Order } from '#/shop/orders.ts'
import type { Checked } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import { readCart } from '#/shop/web/cart/cart-store.ts'
import orderCss from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { DecidedLines } from './DecidedLines.tsx'
import { PrescriptionFacts } from './PrescriptionFacts.tsx'
import css from './Prescriptions.module.css'

type Props = { orderId: Order['id']; isWaiting: boolean; isRefused: boolean }

/** Shows the buyer what the pharmacist has decided, and their question. */
export default function OrderPrescription({ orderId, isWaiting, isRefused }: Props) {
  const query = useQuery(
    shop.query.orderPrescription.queryOptions({ input: { id: orderId }, refetchOnMount: 'always' }),
  )
  useFreshLinks(query)
  return (
    <section className={css.block} aria-label="Prescription">
      <h3>Prescription</h3>
      <Loaded query={query} what="the prescription">
        {({ lines, prescriptions, question, answer, decideBy }) => (
          <>
            {isWaiting && (
              <p>
                The pharmacist decides by {formatInstant(decideBy, ownZone())}. We keep your products until
                then, and you pay after that.
              </p>
            )}
            {isWaiting && question && (
              <Question orderId={orderId} question={question} answer={answer} given={prescriptions} />
            )}
            <DecidedLines lines={lines} />
            {isRefused && <Refused orderId={orderId} />}
            {prescriptions.map((prescription) => (
              <PrescriptionFacts key={prescription.id} prescription={prescription} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Says what a buyer can do whose prescription wasn't approved. */
function Refused({ orderId }: Pick<Props, 'orderId'>) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const again = useWrite(shop.call.buyAgain, {
    async onSuccess({ added, full }) {
      if (added === 0 && full === 0)
        return setProblem('This medicine isn’t in stock now. Please try again later.')
      if (user) await readCart(user.id).catch(() => undefined)
      navigate('/checkout')
    },
    onError: (error) => setProblem(errorText(error, shopText)),
  })
  return (
    <div className={css.question}>
      <p>
        The pharmacist can’t sell it on this prescription, so the order is cancelled and you don’t pay. If you
        have another prescription, order again with it. Otherwise your vet can write one.
      </p>
      {problem && <p role="alert">{problem}</p>}
      <div className={orderCss.actions}>
        <Button aria-disabled={again.isPending} onClick={() => again.mutate({ id: orderId })}>
          {again.isPending ? 'Opening the checkout...' : 'Upload another'}
        </Button>
        <Button component={Link} to="/services/book-a-vet" variant="default">
          Ask your vet
        </Button>
      </div>
    </div>
  )
}

type Given = Checked['prescriptions']
type Asked = { orderId: Order['id']; question: string; answer: string | null; given: Given }

/** The buyer's answer, if wished with a new file in place of a prescription. */
function Question({ orderId, question, answer, given }: Asked) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const [replaced, setReplaced] = useState(given[0]?.id ?? '')
  const [file, setFile] = useState<{ id: string; name: string }>()
  const [problem, setProblem] = useState('')
  const client = useQueryClient()
  const upload = useWrite(shop.call.addPrescription, {
    onSuccess({ id }, { file: sent }) {
      setProblem('')
      setFile({ id, name: (sent as File).name })
    },
    onError(error) {
      setAwaited(false)
      setProblem(errorText(error, shopText))
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const [isAwaited, setAwaited] = useState(false)
  const isUploaded = isAwaited && !upload.isPending
  // Sends the answer that waited for its file, once the form knows it.
  useEffect(() => {
    if (isUploaded) form.current?.requestSubmit()
  }, [isUploaded])
  async function choose(chosen: File) {
    const found = documentProblem(chosen)
    setProblem(found || '')
    if (found) return
    const { choices } = await client.fetchQuery(shop.query.prescriptionChoices.queryOptions())
    const petId = choices.find(({ id }) => id === replaced)?.petId
    if (petId) upload.mutate({ petId, file: chosen })
    else setProblem('This prescription can’t be replaced. Please describe it in your answer.')
  }
  const send = useWrite(shop.call.answerPharmacist, {
    onSuccess() {
      toast({ kind: 'success', message: 'We’ve told the pharmacist.' })
      return client.invalidateQueries({ queryKey: shop.query.orderPrescription.key() })
    },
  })
  return (
    <div className={css.question}>
      <strong>The pharmacist asks</strong>
      <p>{question}</p>
      {answer ? (
        <p>You answered: {answer}</p>
      ) : (
        <form
          ref={form}
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setWrong(text.trim() ? undefined : 'Required')
            if (!text.trim()) return field.current?.focus()
            setAwaited(upload.isPending)
            if (upload.isPending) return
            send.mutate({
              id: orderId,
              answer: text,
              ...(file && { replaces: { id: replaced as never, by: file.id as never } }),
            })
          }}
        >
          <Textarea
            ref={field}
            label="Your answer"
            withAsterisk
            maxLength={500}
            autosize
            minRows={2}
            value={text}
            error={wrong}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {given.length > 1 && (
            <NativeSelect
              label="New file in place of"
              value={replaced}
              disabled={file !== undefined}
              data={given.map(({ id, file: old, petName }) => ({
                value: id,
                label: old?.name ?? `Prescription for ${petName}`,
              }))}
              onChange={({ currentTarget }) => setReplaced(currentTarget.value)}
            />
          )}
          <FileButton
            ref={input}
            label={upload.isPending ? 'Uploading...' : 'Attach a new prescription'}
            accept={documentTypes}
            describedBy={wordsId}
            problem={Boolean(problem)}
            busy={upload.isPending}
            onChoose={(chosen) => void choose(chosen)}
          />
          <SingleUpload upload={upload} />
          <p role="status">
            {isAwaited && upload.isPending && 'We’ll send your answer once the file is uploaded.'}
          </p>
          <p id={wordsId} role={problem ? 'alert' : undefined}>
            {problem ||
              (file
                ? `${file.name} goes to the pharmacist with your answer.`
                : 'If a better photo, or a PDF of up to 5 MB, helps.')}
          </p>
          {send.isError && <p role="alert">{errorText(send.error, shopText)}</p>}
          <div>
            <Button type="submit" aria-disabled={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send'}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
