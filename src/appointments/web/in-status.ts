import type { AppointmentStatus, Phase } from '#/appointments/rules.ts'

const phaseOf: Readonly<Record<AppointmentStatus, Phase>> = {
  pending: 'asked',
  confirmed: 'agreed',
  completed: 'done',
  cancelled: 'off',
  declined: 'off',
  expired: 'off',
  no_show: 'off',
}

/** How an appointment stands once a move has been made that the server has not answered yet. */
export const inStatus = (status: AppointmentStatus) => ({ status, phase: phaseOf[status] })
