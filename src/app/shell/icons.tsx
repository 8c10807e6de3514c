import { CalendarCheck, Check, ChevronDown, House, ListChecks, Menu, PawPrint, UserRound, X } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const HomeIcon = () => <LineIcon icon={House} size={24} />
export const ServicesIcon = () => <LineIcon icon={PawPrint} size={24} />
export const ToDoIcon = () => <LineIcon icon={ListChecks} size={24} />
export const AppointmentsIcon = () => <LineIcon icon={CalendarCheck} size={24} />
export const MenuIcon = () => <LineIcon icon={Menu} size={24} />
export const CloseIcon = () => <LineIcon icon={X} size={24} />
export const CheckIcon = () => <LineIcon icon={Check} size={24} />
export const ChevronIcon = () => <LineIcon icon={ChevronDown} size={24} />
export const PersonIcon = () => <LineIcon icon={UserRound} size={24} />
