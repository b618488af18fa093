import { groups } from "../prove/experiments.ts";
import { describeShortForms } from "../prove/short-forms.ts";

describeShortForms(groups.races);
