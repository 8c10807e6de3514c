import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { documentTypes } from '#/kernel/documents.ts'
import { formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { documentProblem } from '#/kernel/web/form/document.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import type { Choice } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { type Choosing, keepInCart, type Medicine } from './choosing.ts'

type Props = {
  medicines: readonly Medicine[]
  choosing: Choosing
  /** What is wrong with a medicine's prescription. */
  wrong: Readonly<Record<string, string>>
  onChange: (variantId: string, choice: { petId: string; key: string }) => void
}

const titleOf = ({ kind, prescriber, issuedOn, fileName }: Choice) => {
  const name = prescriber ? `${prescriber}, ${formatDay(issuedOn!)}` : (fileName ?? 'Your file')
  return kind === 'note' ? `Visit note: ${name}` : `Given before: ${name}`
}

/** Asks for a prescription for each medicine that needs one. */
export default function PrescriptionStep({ medicines, choosing, wrong, onChange }: Props) {
  const query = useQuery(shop.query.prescriptionChoices.queryOptions({ refetchOnMount: 'always' }))
  return (
    <section className={css.card} aria-label="Prescriptions">
      <h2>Prescriptions</h2>
      <p className={css.soft}>
        A pharmacist checks them within 2 days. You pay for these products after that, in a separate order.
      </p>
      <Loaded query={query} what="your prescriptions">
        {({ pets, choices }) =>
          pets.length === 0 ? (
            <p>
              A prescription is for one pet. Please <Link to="/profile/add-pet">add your pet</Link> first, or
              keep these products in your cart.
            </p>
          ) : (
            medicines.map((medicine) => (
              <OneMedicine
                key={medicine.variantId}
                {...{ medicine, pets, choices, onChange }}
                chosen={choosing[medicine.variantId]}
                wrong={wrong[medicine.variantId]}
                reload={() => query.refetch()}
              />
            ))
          )
        }
      </Loaded>
    </section>
  )
}

type OneProps = {
  medicine: Medicine
  pets: readonly { id: string; name: string }[]
  choices: readonly Choice[]
  chosen: Choosing[string] | undefined
  wrong: string | undefined
  reload: () => Promise<unknown>
  onChange: Props['onChange']
}

function OneMedicine({ medicine, pets, choices, chosen, wrong, reload, onChange }: OneProps) {
  const { variantId, productId, name, variant } = medicine
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const petId = chosen?.petId || (pets.length === 1 ? pets[0]!.id : '')
  const key = chosen?.key ?? ''
  const possible = choices.filter((one) => one.petId === petId && !one.spent.includes(productId))
  const upload = useWrite(shop.call.addPrescription, {
    async onSuccess({ id }, { petId: about }) {
      await reload()
      onChange(variantId, { petId: about, key: `given:${id}` })
    },
    onError: (error) => setProblem(errorText(error, shopText)),
  })
  function choose(file: File) {
    const found = documentProblem(file)
    setProblem(found || (petId ? '' : 'Please choose the pet first.'))
    if (!found && petId) upload.mutate({ petId, file })
  }
  return (
    <fieldset className={css.group}>
      <legend>
        {name} <span className={css.soft}>{variant}</span>
      </legend>
      <div className={css.fields}>
        <NativeSelect
          label="Pet"
          name={`pet-${variantId}`}
          value={petId}
          data={[
            { value: '', label: 'Please choose' },
            ...pets.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(variantId, { petId: value, key: key === keepInCart ? key : '' })
          }
        />
        <NativeSelect
          label="Prescription"
          name={`prescription-${variantId}`}
          value={key}
          error={wrong}
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
          <div id={wordsId}>
            {problem ? (
              <p role="alert" className={css.wrong}>
                {problem}
              </p>
            ) : (
              <p className={css.soft}>A photo or PDF, up to 5 MB. Only the pharmacist can open it.</p>
            )}
          </div>
        </div>
      )}
    </fieldset>
  )
}
