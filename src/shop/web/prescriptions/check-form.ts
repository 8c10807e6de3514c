import { type DecisionInput, type Dispensing, usualMonths } from '#/shop/prescriptions.ts'

/** By field and id, such as `prescriber 0199…`. Ticked boxes are `yes`. */
export type Entered = Readonly<Record<string, string>>

const notTicked = 'Please check this'

/** Returns what is missing. A prescription is checked only if something is approved on it. */
export function wrongIn({ prescriptions, lines }: Dispensing, entered: Entered): Record<string, string> {
  const wrong: Record<string, string> = {}
  const need = (name: string, problem = 'Required') => {
    if (!entered[name]?.trim()) wrong[name] = problem
  }
  for (const { id, validUntil } of prescriptions) {
    const isUsed = lines.some(
      (line) => line.prescriptionId === id && entered[`decision ${line.id}`] === 'approve',
    )
    if (!isUsed) continue
    need(`patient ${id}`, notTicked)
    if (validUntil) need(`facts ${id}`, notTicked)
    else for (const field of ['prescriber', 'registration', 'date']) need(`${field} ${id}`)
  }
  for (const { id } of lines) {
    need(`decision ${id}`, 'Please decide')
    if (entered[`decision ${id}`] === 'refuse') need(`reason ${id}`)
    if (entered[`decision ${id}`] !== 'approve') continue
    need(`drug ${id}`, notTicked)
    need(`strength ${id}`, notTicked)
  }
  return wrong
}

/** Returns a complete form's decision. */
export function decisionOf(
  { id, prescriptions, lines }: Dispensing,
  entered: Entered,
  tab: string,
): DecisionInput {
  const of = (name: string) => entered[name]?.trim() ?? ''
  const approved = lines.filter((line) => of(`decision ${line.id}`) === 'approve')
  return {
    id,
    tab,
    prescriptions: prescriptions
      .filter((one) => approved.some(({ prescriptionId }) => prescriptionId === one.id))
      .map((one) => ({
        id: one.id,
        isPatientRight: true,
        prescriber: one.prescriber ?? of(`prescriber ${one.id}`),
        registrationNumber: one.registrationNumber ?? of(`registration ${one.id}`),
        issuedOn: one.issuedOn ?? of(`date ${one.id}`),
        months: Number(of(`months ${one.id}`) || usualMonths),
        seen: one.seen,
      })),
    lines: lines.map((line) =>
      approved.includes(line)
        ? {
            approves: true,
            id: line.id,
            isDrugRight: true,
            isStrengthRight: true,
            quantity: Number(of(`quantity ${line.id}`) || line.asked),
            refills: Number(of(`refills ${line.id}`) || 0),
          }
        : { approves: false, id: line.id, reason: of(`reason ${line.id}`) },
    ),
  }
}
