export { addDay } from './add-day';
export { addDayNearly } from './add-day-nearly';
