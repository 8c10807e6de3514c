import { dayOf, formatDay } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { petSummary } from '#/pets/web/index.ts'
import type { Checked } from '#/shop/prescriptions.ts'
import css from './Prescriptions.module.css'

type Prescription = Checked['prescriptions'][number]

/** Shows a prescription: the file, or what one of our signed notes prescribes. */
export function PrescriptionFacts({ prescription }: { prescription: Prescription }) {
  const { petName, pet, file, isNote, medicines, earlier, pending } = prescription
  const { prescriber, registrationNumber, issuedOn, validUntil } = prescription
  return (
    <div className={css.prescription}>
      <strong>{isNote ? `Signed visit note for ${petName}` : `Prescription for ${petName}`}</strong>
      {prescriber && (
        <p>
          {prescriber}, registration no. {registrationNumber}
          <br />
          {formatDay(issuedOn!)}, valid until {formatDay(validUntil!)}
        </p>
      )}
      {pet && (
        <dl className={css.pet}>
          {petSummary(pet, dayOf(new Date(), ownZone())).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value ?? 'Not given'}</dd>
            </div>
          ))}
        </dl>
      )}
      {pet && !file && medicines.length === 0 && (
        <p>There’s neither a file nor a note to compare with. Please ask the buyer for one.</p>
      )}
      {medicines.length > 0 && (
        <ul>
          {medicines.map(({ name, form, strength, dose, howOften, days, refills }) => (
            <li key={`${name} ${strength} ${dose}`}>
              {[name, form, strength].filter(Boolean).join(' ')}: {dose}, {howOften}
              {days ? `, for ${days} days` : ''}
              {refills > 0 && `, ${refills} ${refills === 1 ? 'refill' : 'refills'}`}
            </li>
          ))}
        </ul>
      )}
      {earlier.length > 0 && (
        <div>
          Already approved on this prescription, by you or another pharmacist:
          <ul>
            {earlier.map(({ name, variant, strength, quantity, on }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike
              <li key={index}>
                {quantity} × {[...new Set([name, strength, variant])].filter(Boolean).join(', ')}, on{' '}
                {formatDay(on)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {pending.length > 0 && (
        <div>
          Also asked in another order, of you or another pharmacy, and not decided yet:
          <ul>
            {pending.map(({ name, variant, strength, quantity }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike
              <li key={index}>
                {quantity} × {[...new Set([name, strength, variant])].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {file && (
        <a href={file.url} target="_blank" rel="noopener noreferrer" className={css.file}>
          {file.contentType.startsWith('image/') && <img src={file.url} alt="" />}
          Open {file.name}
        </a>
      )}
    </div>
  )
}
