import { appointmentsContract } from '#/appointments/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { shopContract } from '#/shop/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { todoContract } from '#/todo/contract.ts'
import { answer } from './answers.ts'

/** Answers what an owner's dashboard asks: nothing is booked, ordered or to be done, and there are no pets. */
export function answerDashboard(): void {
  const none = { rows: [], nextCursor: null }
  answer(appointmentsContract.appointments, none)
  answer(sittingContract.meetGreets, none)
  answer(petsContract.list, none)
  answer(todoContract.list, { today: '2026-11-02', tasks: [] })
  answer(shopContract.orders, none)
  answer(reportsContract.reports, none)
}
