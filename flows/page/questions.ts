/**
 * Answers questions about flows: in a worker, if the application has one, or else in the page. A worker loads the same
 * machines and calls {@link answerInWorker}.
 */
import { type Answer, answerClaim, answerQuestion, parseQuestion } from 'xstate-workbench/model/questions';
import { type Flow, type WorkbenchOptions, createFlows } from './workbench-machines.ts';

/** A question as text, or the name of a claim in the model. */
export type Requested = { readonly text: string } | { readonly claim: string };

export type Answered = { readonly answer: Answer } | { readonly problem: string };

interface QuestionMessage {
  readonly id: number;
  readonly flow: string;
  readonly requested: Requested;
}

interface AnswerMessage {
  readonly id: number;
  readonly answered: Answered;
}

function answerNow({ model }: Flow, requested: Requested): Answered {
  try {
    if ('text' in requested) return { answer: answerQuestion(model, parseQuestion(requested.text)) };
    const claim = model.claims[requested.claim];
    if (claim === undefined) return { problem: `The model has no claim “${requested.claim}”` };
    return { answer: answerClaim(model, claim) };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Answers the questions that the page sends to this worker. */
export function answerInWorker(options: WorkbenchOptions): void {
  const flows = createFlows(options);
  addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
    const flow = flows.find(({ id }) => id === data.flow);
    const answered =
      flow === undefined ? { problem: `There is no flow “${data.flow}”` } : answerNow(flow, data.requested);
    postMessage({ id: data.id, answered } satisfies AnswerMessage);
  });
  postMessage('ready');
}

export class Questions {
  readonly #createWorker: (() => Worker) | undefined;
  readonly #open = new Map<number, (answered: Answered) => void>();
  #worker: Promise<Worker> | undefined;
  #count = 0;

  constructor(createWorker: (() => Worker) | undefined) {
    this.#createWorker = createWorker;
  }

  async ask(flow: Flow, requested: Requested): Promise<Answered> {
    if (this.#createWorker === undefined) {
      // The words are painted before the computation keeps the thread busy.
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      return answerNow(flow, requested);
    }
    try {
      const worker = await (this.#worker ??= this.#start(this.#createWorker));
      const id = (this.#count += 1);
      return await new Promise((resolve) => {
        this.#open.set(id, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is about windows
        worker.postMessage({ id, flow: flow.id, requested } satisfies QuestionMessage);
      });
    } catch (error) {
      return { problem: String(error) };
    }
  }

  /** Ends the answers under way. */
  stop(): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
    for (const resolve of this.#open.values()) resolve({ problem: 'Canceled' });
    this.#open.clear();
  }

  /** Starts the worker, which loads its machines before it listens. */
  #start(createWorker: () => Worker): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = createWorker();
      worker.addEventListener('error', ({ message }) => reject(new Error(`The worker failed: ${message}`)));
      worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage | 'ready'>) => {
        if (data === 'ready') resolve(worker);
        else {
          this.#open.get(data.id)?.(data.answered);
          this.#open.delete(data.id);
        }
      });
    });
  }
}
