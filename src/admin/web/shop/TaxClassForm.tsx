import { Button, TextInput } from '@mantine/core'
import { admin } from '#/admin/web/frame/admin.ts'
import { useHandling } from '#/admin/web/frame/use-handling.ts'
import own from '#/admin/web/money/Payouts.module.css'
import { type Problems, problem, useDraft } from '#/kernel/web/form/use-draft.ts'
import { type DeskTaxClass, isTaxClassName, isTaxRate, taxClassNameMaximum } from '#/shop/tax-classes.ts'

type Draft = { name: string; rate: string }

const rateOf = (text: string) =>
  /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null

function problemsOf({ name, rate }: Draft): Problems<keyof Draft> {
  const given = rateOf(rate)
  return {
    ...problem(
      'name',
      !isTaxClassName(name.trim().toLowerCase().replace(/ +/g, ' ')) &&
        'Please use letters from a to z, digits, and single blanks or hyphens between them.',
    ),
    ...problem(
      'rate',
      (given === null || !isTaxRate(given)) && 'Please enter a rate from 0 to 40, like 5 or 12.5.',
    ),
  }
}

/** Adds a tax class, or changes the rate of one. */
export function TaxClassForm({ tax, onClose }: { tax: DeskTaxClass | null; onClose(): void }) {
  const start = { name: tax?.name ?? '', rate: tax ? String(tax.rate) : '' }
  const { ref, draft, problems, change, check } = useDraft<Draft, keyof Draft>(start, problemsOf)
  const { send, failure, isBusy } = useHandling(
    (
      { name, rate }: { name: string; rate: number },
      options: { context: { key: string } },
    ): Promise<unknown> =>
      tax
        ? admin.call.changeTaxRate({ id: tax.id, from: tax.rate, rate }, options)
        : admin.call.addTaxClass({ name, rate }, options),
    tax ? 'The rate is changed.' : 'The tax class is added.',
    onClose,
  )
  return (
    <form
      ref={ref}
      className={own.form}
      noValidate
      onSubmit={(event) => {
        const given = check(event)
        if (given && !isBusy) send({ name: given.name, rate: rateOf(given.rate)! })
      }}
    >
      {!tax && (
        <div data-field="name">
          <TextInput
            label="Name"
            description="Sellers choose it by this name, also in CSV files. It can’t be changed later."
            required
            autoFocus
            maxLength={taxClassNameMaximum}
            value={draft.name}
            error={problems.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
      )}
      <div data-field="rate">
        <TextInput
          label="Rate in percent"
          required
          inputMode="decimal"
          autoFocus={tax !== null}
          maxLength={5}
          value={draft.rate}
          error={problems.rate}
          onChange={(event) => change({ rate: event.currentTarget.value })}
        />
      </div>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
      <div className={own.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : tax ? 'Save rate' : 'Save tax class'}
        </Button>
      </div>
    </form>
  )
}
