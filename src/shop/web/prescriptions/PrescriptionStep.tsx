import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { documentTypes } from '#/kernel/documents.ts'
import { formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { SingleUpload } from '#/kernel/web/form/SingleUpload.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import type { Choice } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { type Choosing, keepInCart, keepName, type Medicine } from './choosing.ts'

type Props = {
  medicines: readonly Medicine[]
  choosing: Choosing
  /** The problem with a medicine's prescription, by variant. */
  wrong: Readonly<Record<string, string>>
  onChange: (variantId: string, choice: { petId: string; key: string }) => void
}

const titleOf = ({ kind, prescriber, issuedOn, fileName }: Choice) => {
  const name = prescriber ? `${prescriber}, ${formatDay(issuedOn!)}` : (fileName ?? 'Your file')
  return kind === 'note' ? `Visit note: ${name}` : `Given before: ${name}`
}

/** Asks for a prescription for each medicine that needs one. */
export default function PrescriptionStep({ medicines, choosing, wrong, onChange }: Props) {
  const firstWrong = medicines.find(({ variantId }) => wrong[variantId])
  const query = useQuery(shop.query.prescriptionChoices.queryOptions({ refetchOnMount: 'always' }))
  const keep = (
    <KeepAll
      isKept={medicines.every(({ variantId }) => choosing[variantId]?.key === keepInCart)}
      isWrong={firstWrong !== undefined}
      onKeep={() => {
        for (const { variantId } of medicines) onChange(variantId, { petId: '', key: keepInCart })
      }}
    />
  )
  return (
    <section className={css.card} aria-label="Prescriptions">
      <h2>Prescriptions</h2>
      <p className={css.soft}>
        A pharmacist checks them within 2 days. You pay for these products after that, in a separate order.
      </p>
      <Loaded query={query} what="your prescriptions">
        {({ pets, choices }) =>
          pets.length === 0 ? (
            <>
              <p>
                A prescription is for one pet. Please{' '}
                <Link to="/profile/add-pet?from=%2Fcheckout">add your pet</Link> first, or keep these products
                in your cart.
              </p>
              {keep}
            </>
          ) : (
            medicines.map((medicine) => (
              <OneMedicine
                key={medicine.variantId}
                medicine={medicine}
                pets={pets}
                choices={choices}
                onChange={onChange}
                chosen={choosing[medicine.variantId]}
                wrong={wrong[medicine.variantId]}
                isFirstWrong={medicine === firstWrong}
                reload={() => query.refetch()}
              />
            ))
          )
        }
      </Loaded>
      {!query.data && query.isError && !query.isFetching && keep}
    </section>
  )
}

/** Focuses a field with a problem if the order was tried before the field had loaded. */
function useLateFocus<Field extends HTMLElement>(isWrong: boolean) {
  const field = useRef<Field>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    const focused = document.activeElement
    const isElsewhere = focused !== document.body && !focused?.matches('[type="submit"]')
    if (isWrong && !isElsewhere) field.current?.focus()
  }, [])
  return field
}

type KeepProps = { isKept: boolean; isWrong: boolean; onKeep: () => void }

/** Lets the buyer order the rest where no prescription can be chosen. */
function KeepAll({ isKept, isWrong, onKeep }: KeepProps) {
  const button = useLateFocus<HTMLButtonElement>(isWrong)
  const said = useRef<HTMLParagraphElement>(null)
  const wordsId = useId()
  return (
    <div className={css.upload}>
      <p role="status" ref={said} tabIndex={-1}>
        {isKept && 'They’ll stay in your cart and won’t be part of this order.'}
      </p>
      {isWrong && (
        <p role="alert" id={wordsId} className={css.wrong}>
          These products need a prescription. To order the rest, keep them in your cart.
        </p>
      )}
      {!isKept && (
        <Button
          ref={button}
          name={keepName}
          variant="default"
          aria-describedby={isWrong ? wordsId : undefined}
          onClick={() => {
            said.current?.focus()
            onKeep()
          }}
        >
          Keep them in my cart
        </Button>
      )}
    </div>
  )
}

type OneProps = {
  medicine: Medicine
  pets: readonly { id: string; name: string }[]
  choices: readonly Choice[]
  chosen: Choosing[string] | undefined
  wrong: string | undefined
  isFirstWrong: boolean
  reload: () => Promise<unknown>
  onChange: Props['onChange']
}

function OneMedicine({ medicine, pets, choices, chosen, wrong, isFirstWrong, reload, onChange }: OneProps) {
  const { variantId, productId, name, variant } = medicine
  const [problem, setProblem] = useState('')
  // A file that was chosen before its pet.
  const [waiting, setWaiting] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const petId = chosen?.petId || (pets.length === 1 ? pets[0]!.id : '')
  const key = chosen?.key ?? ''
  // Prescriptions to choose from depend on the pet.
  const isPetMissing = wrong !== undefined && !petId
  const petField = useLateFocus<HTMLSelectElement>(isFirstWrong && isPetMissing)
  const field = useLateFocus<HTMLSelectElement>(isFirstWrong && !isPetMissing)
  const petSelect = useRef<HTMLDivElement>(null)
  const possible = choices.filter((one) => one.petId === petId && !one.spent.includes(productId))
  const upload = useWrite(shop.call.addPrescription, {
    async onSuccess({ id }, { petId: about }) {
      setProblem('')
      await reload()
      onChange(variantId, { petId: about, key: `given:${id}` })
    },
    onError: (error) => setProblem(errorText(error, shopText)),
  })
  function choose(file: File) {
    const found = documentProblem(file)
    setProblem(found || '')
    if (found) return
    if (petId) return upload.mutate({ petId, file })
    setWaiting(file)
    petSelect.current?.querySelector('select')?.focus()
  }
  function choosePet(value: string) {
    onChange(variantId, { petId: value, key: key === keepInCart ? key : '' })
    if (!value || !waiting) return
    setWaiting(undefined)
    upload.mutate({ petId: value, file: waiting })
  }
  return (
    <fieldset className={css.group}>
      <legend>
        {name} <span className={css.soft}>{variant}</span>
      </legend>
      <div className={css.fields} ref={petSelect}>
        <NativeSelect
          ref={petField}
          label="Pet"
          name={`pet-${variantId}`}
          value={petId}
          error={isPetMissing && 'Please choose the pet'}
          data={[
            { value: '', label: 'Please choose' },
            ...pets.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={({ currentTarget: { value } }) => choosePet(value)}
        />
        <NativeSelect
          ref={field}
          label="Prescription"
          name={`prescription-${variantId}`}
          value={key}
          error={!isPetMissing && wrong}
          data={[
            { value: '', label: 'Please choose or upload one' },
            ...possible.map((one) => ({ value: `${one.kind}:${one.id}`, label: titleOf(one) })),
            { value: keepInCart, label: 'I don’t have one yet: keep it in my cart' },
          ]}
          onChange={({ currentTarget: { value } }) => onChange(variantId, { petId, key: value })}
        />
      </div>
      {key !== keepInCart && (
        <div className={css.upload}>
          <FileButton
            ref={input}
            label={upload.isPending ? 'Uploading...' : 'Upload a prescription'}
            accept={documentTypes}
            describedBy={wordsId}
            problem={Boolean(problem)}
            busy={upload.isPending}
            onChoose={choose}
          />
          <SingleUpload upload={upload} />
          <div id={wordsId}>
            {problem ? (
              <p role="alert" className={css.wrong}>
                {problem}
              </p>
            ) : (
              <p className={css.soft} role="status">
                {waiting && <strong>{waiting.name}: please choose the pet, and we’ll upload it. </strong>}A
                photo, or a PDF of up to 5 MB. Only the pharmacist can open it. Until they’ve decided, they
                also see your pet’s kind, age, weight, allergies and conditions.
              </p>
            )}
          </div>
        </div>
      )}
    </fieldset>
  )
}
