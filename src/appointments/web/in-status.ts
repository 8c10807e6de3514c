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

/** Returns the appointment as it will be once the server has confirmed a move. */
export const inStatus = (status: AppointmentStatus) => ({ status, phase: phaseOf[status] })
