import type { Worker } from 'node:worker_threads'

/**
 * Ends a thread and resolves when it has ended.
 * @param end asks the thread to end, or terminates it
 */
export async function endThread(worker: Worker, end: (worker: Worker) => void): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  // The process must not end before the thread has closed its files.
  worker.ref()
  end(worker)
  await ended
}
